"""An open session as its calls are edited: added, removed, moved, doubled, and what the history says of an edited one.

Above: `mocking`, both fronts. Below: `edited`, `engine/reply_edits`, `engine/foreseen`. None of these verbs runs or sends anything.
"""

from msgspec.structs import replace

from studio.checks.problem import Problem
from studio.engine import edits
from studio.engine.edits import EditRefusedError
from studio.engine.foreseen import Waiting, foreseen
from studio.engine.offering import with_offering
from studio.engine.reply_edits import Rearranged, added, doubled, moved, new_call, removed, with_text
from studio.messages.parts import Call
from studio.present.json_text import pretty
from studio.said import said
from studio.session.frames import frame_of
from studio.session.nodes import CallKey, NodeId
from studio.session.state import OpenReply, SessionState, settled
from studio.session.truths import Truth
from studio.workspace.edited import EditedSession
from studio.workspace.signed_calls import signed_problem


def _not_there(tool: str) -> str:
    return f"[The result of {tool} is not there yet.]"


class EditedCallsSession(EditedSession):
    """Edits of the open reply. Each is one event, and raises EditRefusedError with the reason when it cannot be made."""

    def edit_reply_text(self, text: str) -> None:
        """Change what the reply says beside its calls."""
        opened = self._opened()
        self._rearrange(Rearranged(with_text(opened.reply, text), tuple(call.key[1] for call in opened.calls)))

    def add_call(
        self, name: str, arguments: str | None = None, *, id: str | None = None, at: int | None = None
    ) -> CallKey:
        """Add a call before call number `at`, or at the end. Arguments that are None are the tool's required ones, to be filled in; an `id`
        that is None is a free one, and none where the model's calls have none."""
        opened = self._opened()
        call = new_call(opened, name, self.state.setup.tool(name), self._taken_ids())
        call = replace(
            call, arguments=call.arguments if arguments is None else arguments, id=call.id if id is None else id
        )
        return self._put_call(opened, added(opened, call, at))

    def duplicate_call(self, key: CallKey) -> CallKey:
        """Add the same call once more below it, under an id of its own."""
        opened = self._opened()
        return self._put_call(opened, doubled(opened, self._nth(key), self._taken_ids()))

    def remove_call(self, key: CallKey) -> None:
        """Take a call out of the reply; refused for one that has begun."""
        self._rearrange(removed(self._opened(), self._nth(key)))

    def move_call(self, key: CallKey, to: int) -> None:
        """Put a call at place `to` among the calls, from 0. The results follow the order of the calls."""
        self._rearrange(moved(self._opened(), self._nth(key), to))

    def set_truth(self, key: CallKey, truth: Truth, notice: str = "") -> None:
        """Choose what the history says of an edited call, also when it has its result, as long as that was not sent. `notice` are the
        person's own words for *notify*."""
        self._not_running(key)
        self._append(edits.set_truth(self.state, key, truth, notice))

    def preview(
        self, key: CallKey, truth: Truth, notice: str = "", *, waiting: Waiting = _not_there, at: NodeId | None = None
    ) -> tuple[str, str]:
        """The exact body of the request that will carry an edited call, laid out to be compared: as it would be had nobody changed the
        call, and as it will be told in this way. `waiting` says what stands for a result that is not there yet; `at` is the node where
        the edit would be made, the head when None. Raises DialectError."""
        state = self.state if at is None else self.tree.state(at)
        before, after = foreseen(state, key, truth, notice, waiting)
        return self._laid_out(before), self._laid_out(after)

    def signed(self, key: CallKey) -> Problem | None:
        """The warning that the history says a signed call otherwise than the model wrote it."""
        return signed_problem(frame_of(self.state, key) or self.state, key)

    def edit_sent_result(self, index: int, text: str, *, place: int = 0, is_error: bool | None = None) -> None:
        """Change what the next request says as result `place` of its message `index`, counted without the system text; to ask again where
        the result was first sent, use `edit_past`."""
        self._still()
        self._append(edits.edit_sent_result(self.state, index, place, text, is_error=is_error))

    def use_model(self, name: str) -> None:
        """Ask another model of the same profile from now on."""
        self.change_setup(responder=replace(self.state.setup.responder, model_name=name))

    def _laid_out(self, state: SessionState) -> str:
        body = self._wired.composer(state.setup).compose(with_offering(state)).sent.join()
        return pretty(self._wired.world.redactor.data(body).decode("utf-8", "replace"))

    def _opened(self) -> OpenReply:
        self._still()
        if self.state.open is None:
            raise EditRefusedError(said("There is no reply to edit here."), said("Step to a reply first."))
        return self.state.open

    def _nth(self, key: CallKey) -> int:
        """The place of a call among those of the open reply."""
        found = next((at for at, call in enumerate(self._opened().calls) if call.key == key), None)
        if found is None:
            raise EditRefusedError(said("This call is no longer open."), said("Go back to its round, or fork there."))
        return found

    def _put_call(self, opened: OpenReply, changed: Rearranged) -> CallKey:
        known = {call.key[1] for call in opened.calls}
        self._rearrange(changed)
        return (opened.event, next(number for number in changed.positions if number not in known))

    def _rearrange(self, changed: Rearranged) -> None:
        self._append(edits.edit_reply(self.state, changed.reply, changed.positions))

    def _taken_ids(self) -> set[str | None]:
        """All ids of calls in the history and in the open reply."""
        made: set[str | None] = {call.id for message in settled(self.state) for call in message.calls}
        opened = self.state.open
        return made if opened is None else made | {part.id for part in opened.reply.parts if isinstance(part, Call)}
