"""The language of the window, switched while it is open.

Above: `app`, the View menu. Below: Qt's translators, `paths`. Every widget words itself anew on `LanguageChange`.
"""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from studio.paths import resources

LANGUAGES = ("en", "zh_CN")
_OWN = "toolcall_studio"


def system_language() -> str:
    """The language of the desktop if there is a catalogue for it, else English."""
    chinese = QLocale.system().language() is QLocale.Language.Chinese
    return "zh_CN" if chinese else "en"


class Language:
    """The translators that are installed."""

    def __init__(self, app: QCoreApplication) -> None:
        self._app = app
        self._installed: list[tuple[QTranslator, bytes]] = []
        self.name = "en"

    def use(self, name: str) -> None:
        """Switch to `en` or `zh_CN`; an empty or unknown name means the desktop's. Every widget gets a `LanguageChange`.

        English has a catalogue, too: it holds the plurals only.
        """
        wanted = name if name in LANGUAGES else system_language()
        self.drop()
        self._installed = self._load(wanted)
        self.name = wanted

    def drop(self) -> None:
        """Take all translators out; the program ends."""
        for translator, _ in self._installed:
            self._app.removeTranslator(translator)
            translator.deleteLater()
        self._installed = []

    def _load(self, name: str) -> list[tuple[QTranslator, bytes]]:
        """Translators with the bytes they read from: a file that Qt maps would bring the program down when an update writes
        over it."""
        qt_folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        own_folder = resources() / "translations"
        made: list[tuple[QTranslator, bytes]] = []
        for file in (qt_folder / f"qtbase_{name}.qm", own_folder / f"{_OWN}_{name}.qm"):
            translator = QTranslator(self._app)
            data = file.read_bytes() if file.is_file() else b""
            if data and translator.load(data):
                self._app.installTranslator(translator)
                made.append((translator, data))
        return made
