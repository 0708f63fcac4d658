"""The choice of what the history says of an edited call, tied to the session: what is shown of it, its preview, and what is chosen.

Above: the call card. Below: `call_truth`, the edit door. A typed edit is committed before the choice opens.
"""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from studio.gui.panes.call_facts import CardFacts
from studio.gui.panes.call_truth import CallTruth, TruthShown
from studio.gui.panes.edit_door import EditDoor
from studio.gui.words import fill
from studio.session.truths import Truth


class CardTruth(CallTruth):
    """`commit` commits the draft of the card and says whether none is left."""

    def __init__(self, door: EditDoor, commit: Callable[[], bool], parent: QWidget | None = None) -> None:
        super().__init__(self._next_request, parent)
        self._door, self._commit = door, commit
        self._facts: CardFacts | None = None
        self.opened.connect(self._open)
        self.chosen.connect(self._take)
        self.default_wanted.connect(self._make_default)

    def show_call(self, facts: CardFacts, *, draft: bool) -> None:
        """Show what the history says of a call; a `draft` of it counts where it can be committed here and now."""
        self._facts = facts
        call = facts.call
        here = facts.mode == "live" and facts.phase in ("open", "approval") and call.original is not None
        editable = facts.mode != "locked" and facts.phase != "running"
        shown = TruthShown(
            *(call.runs_otherwise, call.truth, call.notice, facts.edit_truth, editable),
            *(facts.mode == "live", facts.warning, facts.place),
        )
        self.show_truth(shown, draft=draft and here)

    def _next_request(self, truth: Truth, notice: str) -> tuple[str, str]:
        session = self._door.bridge.session
        if session is None or self._facts is None:
            return "", ""
        said = self.tr("[The result of {tool} is not there yet.]")
        return session.preview(
            self._facts.call.key, truth, notice, waiting=lambda tool: fill(said, tool=tool), at=self._door.place
        )

    def _open(self) -> None:
        if self._commit():
            self.open()

    def _take(self, truth: Truth, notice: str) -> None:
        if self._facts is not None:
            key = self._facts.call.key
            if not self._door.change(lambda session: session.set_truth(key, truth, notice)):
                self.refused(notice)

    def _make_default(self, truth: Truth) -> None:
        self._door.change(lambda session: session.change_setup(edit_truth=truth))
