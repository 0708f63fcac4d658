"""What happened in a session: one frozen class for each kind of line of the session file.

Above: `state`, `tree`, `journal`, `engine`. Below: `nodes`, `setup`, `messages`, `wire/exchange`. What hangs beside the tree is in `notes`.
"""

from typing import Any, Literal

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
from studio.session.nodes import CallKey, Node, NodeId, ResultSource
from studio.session.policies import Coercion, Limits, Policy, RuleLevel, Strategies, ToolChoices
from studio.session.replay_rules import ReplayRules
from studio.session.setup import ResponderChoice, Stops, ToolFile
from studio.session.skills import Skill
from studio.session.toolbox import Added, Chooser, OfferedTool, ToolGroup, ToolSearch, ToolSource
from studio.session.truths import Truth


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
    edit_truth: Truth | UnsetType = UNSET
    rules: dict[str, RuleLevel] | UnsetType = UNSET
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
    (first, how many); `passages` how many passages went along. `invalid` are the codes of what was wrong with the history, where it was
    sent anyway."""

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
    invalid: tuple[str, ...] = ()


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
    asked: dict[str, Any] = msgspec.field(default_factory=dict)
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
    """The person (or with `rule` a breakpoint of that id) changed one call; `now` is the whole call as it stands. `truth` is what the
    history says of the change; with `notify` its result begins with `notice`."""

    call: CallKey = (NodeId(0), 0)
    now: Call = Call("")
    truth: Truth = "rewrite"
    notice: str = ""
    rule: str = ""


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
    """The person (or with `rule` a breakpoint of that id) changed a result; the earlier text stays in its own event."""

    call: CallKey = (NodeId(0), 0)
    text: str = ""
    is_error: bool = False
    rule: str = ""


Edit = SetupChanged | HistoryEdited | ReplyEdited | CallEdited | ResultEdited
"""What a person changes of what is there."""


class EditedTogether(Node, frozen=True, omit_defaults=True, tag="edits"):
    """Several places were changed at once: `edits` hold one after the other, each without a place of its own in the tree."""

    edits: tuple[Edit, ...] = ()


OneEvent = (
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
Event = OneEvent | EditedTogether


class Header(msgspec.Struct, frozen=True, omit_defaults=True, tag="session", tag_field="kind"):
    """The first line. `created` is ISO 8601 in UTC; `source` names the session that a replay was made
    from, `leaf` the node at the end of the path that it goes along, `rules` how."""

    id: str
    created: str
    format: int = 1
    title: str = ""
    source: str = ""
    leaf: NodeId = NodeId(0)
    rules: ReplayRules = ReplayRules()
