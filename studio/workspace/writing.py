"""An open session whose replies the person writes: one that is due, or what had come of a reply that broke off.

Above: `opened`. Below: `edited_calls`, `services`. What is given so is an event that says *by hand*; nothing is sent and nothing paid.
"""

from msgspec.structs import replace

from studio.engine.due import AskModel, ChooseTools
from studio.engine.edits import EditRefusedError
from studio.engine.reply_edits import blank_arguments, free_id
from studio.engine.sending import REPLY_WANTED
from studio.messages.parts import Call, Part
from studio.messages.reply import ChatReply
from studio.said import said
from studio.session.events import RequestFailed
from studio.session.notes import Stopped
from studio.workspace.changes import ModeChanged
from studio.workspace.edited_calls import EditedCallsSession


class WritingSession(EditedCallsSession):
    """Replies by hand."""

    @property
    def writes_replies(self) -> bool:
        """Whether the person answers in the model's place."""
        return self._wired.writes

    def answer_by_hand(self) -> None:
        """Set the Model switch so that the person answers in the model's place."""
        self.model_mode = "by_hand"
        self._wired.writes = True
        self.tell(ModeChanged())

    @property
    def wants_reply(self) -> bool:
        """Whether the reply that is due is one that the person writes."""
        return self._wired.writes and not self.read_only and isinstance(self.due, AskModel | ChooseTools)

    @property
    def standing(self) -> Stopped | None:
        """As ever; before a request that the person answers it says so, and no longer when somebody else does."""
        stop = super().standing
        if stop is None or stop.place != "before_request" or stop.reason not in ("step", "pause", "breakpoint"):
            return stop
        if self.wants_reply and not stop.breakpoint:
            return replace(stop, reason="pause", what=REPLY_WANTED)
        return replace(stop, reason="step", what="") if stop.what == REPLY_WANTED else stop

    @property
    def arrived(self) -> ChatReply | None:
        """What had come of the reply that broke off where the session stands; None where nothing did."""
        if self.state.failed is None:
            return None
        path = reversed(self.tree.path(self.head))
        failed = next((node for node in path if self.tree.kind(node) == "request_failed"), None)
        event = self.tree.event(failed) if failed is not None else None
        partial = event.partial if isinstance(event, RequestFailed) else None
        return partial if partial is not None and partial.parts else None

    def blank_arguments(self, tool: str) -> str:
        """The required arguments of a tool, to be filled in."""
        return blank_arguments(self.state.setup.tool(tool))

    async def reply_by_hand(self, reply: ChatReply) -> Stopped:
        """Answer the request that is due with what the person wrote, and stop. Its calls get an id each where they have none."""
        return await self._reply(replace(reply, parts=self._with_ids(reply.parts)))

    async def use_what_arrived(self) -> Stopped:
        """Take what had come of a reply that broke off as the reply, as it came."""
        arrived = self.arrived
        if arrived is None:
            raise EditRefusedError(said("Nothing had arrived."), said("Ask again."))
        return await self._reply(arrived)

    async def _reply(self, reply: ChatReply) -> Stopped:
        self._still()
        if not reply.parts:
            raise EditRefusedError(said("The reply says nothing."), said("Write a text, or add a tool call."))
        if isinstance(self.due, ChooseTools):
            await self.step()
        if not isinstance(self.due, AskModel):
            raise EditRefusedError(said("No request is due here."))
        self._wired.written = reply
        try:
            return await self.step()
        finally:
            self._wired.written = None

    def _with_ids(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        made: list[Part] = []
        taken = self._taken_ids()
        for part in parts:
            if isinstance(part, Call) and not part.id:
                part = replace(part, id=free_id(taken))
                taken.add(part.id)
            made.append(part)
        return tuple(made)
