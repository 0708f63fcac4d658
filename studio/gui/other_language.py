"""Words of the languages that are not in force: what is looked for by its Chinese name is found in an English window, and the other way.

Above: the palette. Below: Qt's translators, `paths`. Catalogues are read when they are first asked.
"""

from functools import cached_property

from PySide6.QtCore import QTranslator

from studio.gui.language import LANGUAGES
from studio.paths import resources


class OtherLanguages:
    """`words` gives a text of the program in every language that has a catalogue, beside the text itself."""

    def words(self, context: str, text: str) -> tuple[str, ...]:
        """The text in all languages, without doubles."""
        found = (translator.translate(context, text) for translator in self._catalogues)
        return tuple(dict.fromkeys((text, *(each for each in found if each))))

    @cached_property
    def _catalogues(self) -> tuple[QTranslator, ...]:
        return tuple(made for name in LANGUAGES if name != "en" and (made := self._read(name)) is not None)

    def _read(self, name: str) -> QTranslator | None:
        file = resources() / "translations" / f"toolcall_studio_{name}.qm"
        made = QTranslator()
        self._data = data = file.read_bytes() if file.is_file() else b""
        return made if data and made.load(data) else None
