"""What happened in a session: one frozen class for each kind of line of the session file.

Above: `state`, `tree`, `journal`, `engine`. Below: `setup`, `messages`, `wire/exchange`. *Nodes* hang in the tree and are folded into
the state; *notes* have no parent and the last one wins.
"""

from typing import Any, Literal, NewType

import msgspec
from msgspec import UNSET, UnsetType

from studio.messages.message import Message
from studio.messages.parts import Call, Image, Part
from studio.messages.remark import Remark
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.toolspec import ToolSpec
from studio.session.executors import Executor
from studio.session.kept_exchange import NO_TIME, KeptExchange
from studio.session.mcp_servers import KeptCall, McpServer
from studio.session.memory import Memory
from studio.session.mocks import Fault, MockRule
from studio.session.policies import Coercion, Limits, Policy, Strategies, ToolChoices
from studio.session.setup import ResponderChoice, Stops, ToolFile
from studio.session.skills import Skill
from studio.session.toolbox import Added, Chooser, OfferedTool, ToolGroup, ToolSearch, ToolSource

NodeId = NewType("NodeId", int)
CallKey = tuple[NodeId, int]
"""A call's own key: (id of the reply, position). Stays the same when the provider's id is edited."""

ResultSource = Literal["ran", "mock", "rejected", "refused", "recorded", "by_hand"]
StopKind = Literal["step", "breakpoint", "pause", "approval", "exception", "limit", "finished", "waiting"]
Place = Literal["before_request", "after_reply", "before_call", "after_result"]


class Node(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """A line that hangs in the tree. `parent` is None when it is `id - 1`; `t` is in milliseconds since the session
    began, left out of the line when it is that of the node `id - 1`."""

    id: NodeId = NodeId(0)
    parent: NodeId | None = None
    t: int = 0


class SetupChanged(Node, frozen=True, omit_defaults=True, tag="setup"):
    """Settings that changed; what is not named stays. `remarks` say what the change brought with it; `automatic`
    that the program made it, as the person had chosen."""

    responder: ResponderChoice | UnsetType = UNSET
    system: str | None | UnsetType = UNSET
    params: dict[str, Any] | UnsetType = UNSET
    tools: tuple[ToolSpec, ...] | UnsetType = UNSET
    off: tuple[str, ...] | UnsetType = UNSET
    files: tuple[ToolFile, ...] | UnsetType = UNSET
    stops: Stops | UnsetType = UNSET
    max_round_trips: int | UnsetType = UNSET
    call_seconds: float | UnsetType = UNSET
    executors: dict[str, Executor] | UnsetType = UNSET
    choices: dict[str, ToolChoices] | UnsetType = UNSET
    coercion: Coercion | UnsetType = UNSET
    strategies: Strategies | UnsetType = UNSET
    concurrent: bool | UnsetType = UNSET
    compensation: bool | UnsetType = UNSET
    limits: Limits | UnsetType = UNSET
    policies: tuple[Policy, ...] | UnsetType = UNSET
    mocks: tuple[MockRule, ...] | UnsetType = UNSET
    strict: bool | UnsetType = UNSET
    result_chars: int | UnsetType = UNSET
    memory_id: str | UnsetType = UNSET
    groups: tuple[ToolGroup, ...] | UnsetType = UNSET
    sources: tuple[ToolSource, ...] | UnsetType = UNSET
    chooser: Chooser | UnsetType = UNSET
    search: ToolSearch | UnsetType = UNSET
    pinned: tuple[str, ...] | UnsetType = UNSET
    context: dict[str, Any] | UnsetType = UNSET
    skills: tuple[Skill, ...] | UnsetType = UNSET
    skills_text: str | None | UnsetType = UNSET
    memory: Memory | UnsetType = UNSET
    servers: tuple[McpServer, ...] | UnsetType = UNSET
    kept_calls: tuple[KeptCall, ...] | UnsetType = UNSET
    remarks: tuple[Remark, ...] = ()
    automatic: bool = False


class MessageAdded(Node, frozen=True, omit_defaults=True, tag="message"):
    """The person said something."""

    message: Message = Message("user", ())


class HistoryEdited(Node, frozen=True, omit_defaults=True, tag="history_edited"):
    """The person changed what will be sent: `removed` messages from `start` on gave way to `inserted`."""

    start: int = 0
    removed: int = 0
    inserted: tuple[Message, ...] = ()


class RequestSent(Node, frozen=True, omit_defaults=True, tag="request"):
    """A request, written before it goes. `body` is a list of pieces over the body of request `base` (see `body`);
    `digest` is chained over the message bytes. `count` is the number of messages, `tools` that of the declared tools, `form` the
    text form in which they were told, empty for native ones. `remarks` say what could not be sent as it stands in the session;
    those of the request before are not said again. `left_out` are the messages of the history that the memory leaves out, as
    (first, how many); `passages` how many passages went along."""

    base: NodeId | None = None
    body: tuple[msgspec.Raw, ...] = ()
    digest: str = ""
    count: int = 0
    tools: int = 0
    source: Literal["live", "recorded", "scripted", "by_hand"] = "live"
    url: str = ""
    form: str = ""
    remarks: tuple[Remark, ...] = ()
    left_out: tuple[tuple[int, int], ...] = ()
    passages: int = 0


class SourceAsked(Node, frozen=True, omit_defaults=True, tag="source"):
    """A source was asked before a request and named `tools`; `error` says why it could not be asked, or what it named that there is not."""

    source: str = ""
    tools: tuple[str, ...] = ()
    error: str = ""
    seconds: float = NO_TIME


class GroupsChosen(Node, frozen=True, omit_defaults=True, tag="groups_chosen"):
    """A small model was asked before the first request of a turn which groups to open: `asked` is the body that was sent, `reply` what it
    said. With `error` no choice came of it, and `groups` are what was opened all the same. With `groups` alone it was the person who
    opened them for the turn."""

    groups: tuple[str, ...] = ()
    asked: str = ""
    reply: ChatReply | None = None
    exchange: KeptExchange | None = None
    error: str = ""
    seconds: float = NO_TIME

    @property
    def by_person(self) -> bool:
        """Whether no model was asked."""
        return not self.asked and not self.error and self.reply is None


class ToolsOffered(Node, frozen=True, omit_defaults=True, tag="offered"):
    """The tools of the next request were chosen: all that it declares, in order, each with why. Written when they are others than those of
    the request before, and where sources or a small model were asked."""

    tools: tuple[OfferedTool, ...] = ()


class AgentStarted(Node, frozen=True, omit_defaults=True, tag="agent_started"):
    """A call of an agent begins: until `call` has its result, what follows happens in its session. `message` is what it is asked;
    `ran_with` and `approved` as in `CallStarted`."""

    call: CallKey = (NodeId(0), 0)
    message: Message = Message("user", ())
    ran_with: str = ""
    approved: bool = False


class ServerAsked(Node, frozen=True, omit_defaults=True, tag="server_asked"):
    """An MCP server asked for something, and what it was answered; written with the answer. `call` is the call that it was at work on,
    None where that is not known. `what`: a `form` to fill in, a `url` to visit, or a model's answer (`sampling`).

    `asked` are the parameters of its request as JSON. `content` is the filled form. Of sampling `sent` is the body that went to the
    model, `reply` what it said (or what the person wrote in its place, without an `exchange`). `error` says why nothing came of it.
    """

    server: str = ""
    call: CallKey | None = None
    what: Literal["form", "url", "sampling"] = "form"
    asked: dict[str, Any] = {}
    action: Literal["accept", "decline", "cancel"] = "cancel"
    content: dict[str, Any] | None = None
    sent: str = ""
    reply: ChatReply | None = None
    exchange: KeptExchange | None = None
    error: str = ""
    seconds: float = NO_TIME


class RequestFailed(Node, frozen=True, omit_defaults=True, tag="request_failed"):
    """No whole reply came. `partial` is what had arrived."""

    error: ProviderError = ProviderError("cancelled", "")
    partial: ChatReply | None = None
    exchange: KeptExchange | None = None


class ReplyReceived(Node, frozen=True, omit_defaults=True, tag="reply"):
    """The model's whole reply, as it was said."""

    reply: ChatReply = ChatReply()
    exchange: KeptExchange | None = None
    seconds: float = NO_TIME


class ReplyEdited(Node, frozen=True, omit_defaults=True, tag="reply_edited"):
    """The person changed the reply. `positions` gives each call of `parts` its number: the old one, or a new one for an added call."""

    parts: tuple[Part, ...] = ()
    positions: tuple[int, ...] = ()


class CallEdited(Node, frozen=True, omit_defaults=True, tag="call_edited"):
    """The person changed one call; `now` is the whole call as it stands."""

    call: CallKey = (NodeId(0), 0)
    now: Call = Call("")


class CallStarted(Node, frozen=True, omit_defaults=True, tag="call_started"):
    """A tool is about to run; written before the effect. Without a result it is *uncertain*. `ran_with` is the JSON text of the arguments
    that the tool gets where they are not those that stand in the call (coerced, or raw); `approved` that the person was asked."""

    call: CallKey = (NodeId(0), 0)
    ran_with: str = ""
    approved: bool = False


class AttemptFailed(Node, frozen=True, omit_defaults=True, tag="attempt_failed"):
    """A tool raised and is run again, as the person chose; the call is open again. Members as in `ResultRecorded`."""

    call: CallKey = (NodeId(0), 0)
    text: str = ""
    status: str = "error"
    seconds: float = NO_TIME
    detail: str = ""
    stdout: str = ""
    stderr: str = ""
    rule: str = ""
    fault: Fault = ""


class ResultRecorded(Node, frozen=True, omit_defaults=True, tag="result"):
    """A call has its result. `text` and `media` are what the model reads; `detail`, `stdout`, `stderr` are for the person; `seconds` is the
    run time. `whole` is the text before it was cut to the session's limit, empty when it was not; `rule` the mock rule that answered,
    `fault` the way in which it was made to go wrong; `adds` what it brings for the requests after it (tools found, a skill, groups).
    `parts` are the content blocks that an MCP server gave, in their order, where they are more than plain text (of a picture that stands
    in `media` only `{"type": "image", "media": its place}`), `structured` its structured content; both are for the person."""

    call: CallKey = (NodeId(0), 0)
    source: ResultSource = "ran"
    text: str = ""
    is_error: bool = False
    status: str = "ok"
    seconds: float = NO_TIME
    detail: str = ""
    stdout: str = ""
    stderr: str = ""
    media: tuple[Image, ...] = ()
    whole: str = ""
    rule: str = ""
    fault: Fault = ""
    adds: Added | None = None
    parts: tuple[dict[str, Any], ...] = ()
    structured: Any = None


class UndoStarted(Node, frozen=True, omit_defaults=True, tag="undo_started"):
    """The call `call`, which succeeded, is about to be undone by `tool`, because the call of `cause` failed; `arguments` is the JSON text
    that `tool` gets. Written before the effect: without an end it is *uncertain*."""

    call: CallKey = (NodeId(0), 0)
    tool: str = ""
    cause: str = ""
    arguments: str = ""


class UndoEnded(Node, frozen=True, omit_defaults=True, tag="undone"):
    """What came of undoing `call` by `tool`. `text` is what the undoing tool gave; `told` what the model reads from now on as the
    result of `call`, as an error. With `is_error` it could not be undone; the rest as in `ResultRecorded`."""

    call: CallKey = (NodeId(0), 0)
    tool: str = ""
    cause: str = ""
    source: ResultSource = "ran"
    text: str = ""
    told: str = ""
    is_error: bool = False
    status: str = "ok"
    seconds: float = NO_TIME
    detail: str = ""
    stdout: str = ""
    stderr: str = ""
    rule: str = ""
    fault: Fault = ""


class ResultEdited(Node, frozen=True, omit_defaults=True, tag="result_edited"):
    """The person changed a result; the earlier text stays in its own event."""

    call: CallKey = (NodeId(0), 0)
    text: str = ""
    is_error: bool = False


Event = (
    SetupChanged
    | MessageAdded
    | HistoryEdited
    | RequestSent
    | RequestFailed
    | ReplyReceived
    | ReplyEdited
    | CallEdited
    | CallStarted
    | AttemptFailed
    | ResultRecorded
    | ResultEdited
    | UndoStarted
    | UndoEnded
    | SourceAsked
    | GroupsChosen
    | ToolsOffered
    | AgentStarted
    | ServerAsked
)


class Note(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """A line without a parent."""


class HeadMoved(Note, frozen=True, omit_defaults=True, tag="head"):
    """The head stands at `at` now (0: before the first event)."""

    at: NodeId = NodeId(0)


class Stopped(Note, frozen=True, omit_defaults=True, tag="stopped"):
    """The session stopped at `at`. `what` is a short code, `text` a sentence that belongs to it; `call` is the call in question."""

    at: NodeId = NodeId(0)
    reason: StopKind = "step"
    place: Place | None = None
    call: CallKey | None = None
    what: str = ""
    text: str = ""


class BranchNamed(Note, frozen=True, omit_defaults=True, tag="branch"):
    """The branch that begins with node `start` has a name."""

    start: NodeId = NodeId(0)
    name: str = ""


class Titled(Note, frozen=True, omit_defaults=True, tag="title"):
    """The session's title."""

    title: str = ""


class Opened(Note, frozen=True, omit_defaults=True, tag="opened"):
    """A program opened the file for writing; without a later `Closed` it did not close it."""


class Closed(Note, frozen=True, omit_defaults=True, tag="closed"):
    """The session was closed on purpose."""


AnyNote = HeadMoved | Stopped | BranchNamed | Titled | Opened | Closed


class Header(msgspec.Struct, frozen=True, omit_defaults=True, tag="session", tag_field="kind"):
    """The first line. `created` is ISO 8601 in UTC; `source` names the session that a replay was made
    from, `leaf` the node at the end of the path that it goes along."""

    id: str
    created: str
    format: int = 1
    title: str = ""
    source: str = ""
    leaf: NodeId = NodeId(0)
