"""What belongs to each round along a path, gathered event by event, those of agents inside their calls.

Above: `story`. Below: `session`. A line that cannot be read is passed over.
"""

from studio.problems import StudioError
from studio.session.events import (
    AgentStarted,
    AttemptFailed,
    Event,
    GroupsChosen,
    MessageAdded,
    OneEvent,
    ReplyReceived,
    RequestFailed,
    RequestSent,
    ResultEdited,
    ResultRecorded,
    ServerAsked,
    UndoEnded,
)
from studio.session.folding import fold
from studio.session.frames import frames
from studio.session.nodes import CallKey, NodeId
from studio.session.state import EMPTY, OpenReply, SessionState
from studio.session.together import one_by_one
from studio.session.tree import Tree


class RoundMade:
    """One round as far as it came. `open` is its reply with the calls as they stood last."""

    def __init__(self, number: int, said: list[str]) -> None:
        self.number = number
        self.said = said
        self.model = ""
        self.choice: GroupsChosen | None = None
        self.chooser = ""
        self.request: RequestSent | None = None
        self.failed: list[RequestFailed] = []
        self.reply: ReplyReceived | None = None
        self.open: OpenReply | None = None


class FrameMade:
    """The session itself, or one run of an agent, `name` the tool."""

    def __init__(self, message: str = "", name: str = "") -> None:
        self.message = message
        self.name = name
        self.rounds: list[RoundMade] = []
        self.said: list[str] = []

    def begun(self) -> RoundMade:
        """The round that waits for its reply; a new one when there is none."""
        last = self.rounds[-1] if self.rounds else None
        if last is not None and last.reply is None:
            last.said += self.said
        else:
            last = RoundMade(len(self.rounds) + 1, self.said)
            self.rounds.append(last)
        self.said = []
        return last


class Told:
    """A path as it was told: the session's frame, those of agents by their call, and what happened to each call."""

    def __init__(self) -> None:
        self.state: SessionState = EMPTY
        self.session = FrameMade()
        self.agents: dict[CallKey, list[FrameMade]] = {}
        self.results: dict[CallKey, ResultRecorded] = {}
        self.texts: dict[CallKey, str] = {}
        self.attempts: dict[CallKey, list[str]] = {}
        self.undone: dict[CallKey, UndoEnded] = {}
        self.asked: dict[CallKey | None, list[ServerAsked]] = {}
        self._stack = [self.session]

    def add(self, event: Event) -> None:
        """Take in the next event of the path."""
        for one in one_by_one(event):
            self._before(one)
        self.state = fold(self.state, event)
        del self._stack[self.state.depth + 1 :]
        if isinstance(event, AgentStarted) and self.state.depth == len(self._stack):
            self._enter(event)
        for made, state in zip(reversed(self._stack), frames(self.state), strict=False):
            last = made.rounds[-1] if made.rounds else None
            if state.open is not None and last is not None and last.reply and last.reply.id == state.open.event:
                last.open = state.open

    def _before(self, event: OneEvent) -> None:
        frame = self._stack[-1]
        match event:
            case MessageAdded(message=message) if message.role == "user":
                frame.said.append(message.text)
            case GroupsChosen():
                made = frame.begun()
                made.choice, made.chooser = event, self._chooser()
            case RequestSent():
                made = frame.begun()
                made.request, made.model = event, self.state.setup.responder.model_name
            case RequestFailed():
                frame.begun().failed.append(event)
            case ReplyReceived():
                frame.begun().reply = event
            case ResultRecorded() | ResultEdited() | AttemptFailed() | UndoEnded():
                self._of_call(event)
            case ServerAsked(call=call):
                self.asked.setdefault(call, []).append(event)
            case _:
                pass

    def _chooser(self) -> str:
        setup = self.state.setup
        return (setup.chooser.responder or setup.responder).model_name

    def _of_call(self, event: ResultRecorded | ResultEdited | AttemptFailed | UndoEnded) -> None:
        key = event.call
        match event:
            case ResultRecorded(text=text):
                self.results[key], self.texts[key] = event, text
            case ResultEdited(text=text):
                self.texts[key] = text
            case AttemptFailed(text=text):
                self.attempts.setdefault(key, []).append(text)
            case UndoEnded():
                self.undone[key] = event

    def _enter(self, event: AgentStarted) -> None:
        outer = self.state.outer
        call = outer.call(event.call) if outer is not None else None
        frame = FrameMade(event.message.text, call.call.name if call is not None else "")
        frame.said.append(event.message.text)
        self.agents.setdefault(event.call, []).append(frame)
        self._stack.append(frame)


def told(tree: Tree, node: NodeId) -> Told:
    """The path to `node`."""
    made = Told()
    for at in tree.path(node):
        try:
            event = tree.event(at)
        except StudioError:
            continue
        made.add(event)
    return made
