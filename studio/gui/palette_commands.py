"""The commands of the palette: all actions by their words in either language and by other words, last used first.

Above: `palette`. Below: `action_set`, `present/fuzzy`. Actions that are not allowed are listed with the reason.
"""

from typing import NamedTuple

from PySide6.QtGui import QAction, QKeySequence

from studio.gui.action_set import ActionSet, worded
from studio.gui.action_spec import ActionSpec
from studio.gui.actions import MENUS
from studio.gui.other_language import OtherLanguages
from studio.gui.palette_entry import Entry
from studio.gui.palette_words import SYNONYMS
from studio.gui.words import fill, plain
from studio.present.fuzzy import fit

_SAYS_ITSELF = ("view.focus",)
"""Submenus whose entries say where they belong."""


class _Row(NamedTuple):
    """One action: its own words and those of its menus to search in, and the entry."""

    words: str
    more: str
    plain: str
    entry: Entry


class CommandEntries:
    """`group_words` words an entry with the menu that it belongs to (`{group}: {words}`)."""

    def __init__(self, actions: ActionSet) -> None:
        self._actions = actions
        self._others = OtherLanguages()
        self._last: list[str] = []
        self.group_words = "{group}: {words}"
        actions.used.connect(self._remember)

    def __call__(self, typed: str) -> list[Entry]:
        """The commands that fit, the best first."""
        text = typed.lower().strip()
        rows = (self._row(spec, action) for spec, action in self._actions)
        found = [(rank, row) for row in rows if (rank := self._rank(row, text)) is not None]
        found.sort(key=lambda each: each[0])
        return [row.entry for _, row in found]

    def _rank(self, row: _Row, text: str) -> tuple[int, ...] | None:
        """Last used first; then what begins as typed; then what says so itself, not only its menu; what has gaps comes last."""
        typed = text.split()
        inside = all(part in f"{row.words} {row.more}" for part in typed)
        gaps = None if inside else fit(text, row.words)
        if not inside and gaps is None:
            return None
        begins = any(words.lower().startswith(text) for words in (row.entry.shown, row.plain))
        itself = all(part in row.words for part in typed)
        words = row.words.split()
        first = all(any(word.startswith(part) for word in words) for part in typed)
        last = self._last.index(row.entry.id) if row.entry.id in self._last else len(self._last)
        return (not inside, gaps or 0, last, not begins, not itself, not first)

    def _row(self, spec: ActionSpec, made: QAction) -> _Row:
        own_words = plain(made.text())
        menus = [words for place, words in MENUS if spec.menu == place or spec.menu.startswith(f"{place}.")]
        group = plain(worded(menus[-1])) if "." in spec.menu and spec.menu not in _SAYS_ITSELF else ""
        own = " ".join(self._others.words("Actions", spec.words))
        more = [each for menu in menus for each in self._others.words("Actions", menu)]
        key = made.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        reason = "" if made.isEnabled() else made.statusTip()
        shown = fill(self.group_words, group=group, words=own_words) if group else own_words
        return _Row(
            plain(f"{own} {made.text()}").lower(),
            plain(
                " ".join([*more, *map(worded, menus), SYNONYMS.get(spec.menu, ""), SYNONYMS.get(spec.id, "")])
            ).lower(),
            own_words,
            Entry(spec.id, shown, made.trigger, key, reason, reason or made.statusTip()),
        )

    def _remember(self, id: str) -> None:
        if id != "palette":
            self._last = [id, *(other for other in self._last if other != id)]
