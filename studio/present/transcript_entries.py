"""The entries of a transcript as values: what the person and the model said, what ran, what was changed, what went wrong.

Above: `transcript` makes them, `transcript_text` and `--json` show them. Below: `transcript_entry`, nothing of a session's own. Times
stand in `seconds` only, which is None unless they were asked for.
"""

from typing import Any

import msgspec

from studio.present.transcript_asked_entry import ServerAskedEntry
from studio.present.transcript_entry import Entry
from studio.present.transcript_toolbox_entries import (
    AgentStartedEntry,
    GroupsChosenEntry,
    OfferedEntry,
    PassageShown,
    SourceEntry,
)


class CallShown(msgspec.Struct, frozen=True):
    """A call: its tool, its argument text as it stands, and the provider's id. `form` says which way it came: `function`,
    `custom`, `legacy`, or `text`: printed in the form `in_form`, as `printed` stands there. `signed`: it carries a
    signature of the provider's."""

    tool: str
    arguments: str
    id: str | None = None
    form: str = "function"
    in_form: str = ""
    printed: str = ""
    signed: bool = False


class RemarkShown(msgspec.Struct, frozen=True):
    """What a request says otherwise than the session does, or leaves out. `place` is the number of the message, from 0."""

    code: str
    sentence: str
    subject: str = ""
    place: int | None = None


class HostedShown(msgspec.Struct, frozen=True):
    """A part that is kept as it came, such as a use of a tool that the provider ran, with its result. `line` says it in English;
    `id` is the provider's, `values` are its JSON values."""

    kind: str
    line: str
    asks: str = ""
    gives: str = ""
    failed: bool = False
    id: str = ""
    values: tuple[Any, ...] = ()


class PartShown(msgspec.Struct, frozen=True):
    """A content that a tool gave, where a result is more than text and pictures. `line` says it in English, `reads` what of it the model
    reads: `whole`, `line` (that it is there) or `nothing`. `value` is it as it came; long base64 only by its size."""

    kind: str
    line: str
    reads: str
    uri: str = ""
    media_type: str = ""
    not_kept: bool = False
    value: Any = None


class SetupEntry(Entry, frozen=True, tag="setup"):
    """Settings as they were set: only what was named, in JSON values. `automatic`: the program set them; `remarks` say what the
    change brought."""

    changed: dict[str, Any] = msgspec.field(default_factory=dict)
    first: bool = False
    automatic: bool = False
    remarks: tuple[RemarkShown, ...] = ()


class MessageEntry(Entry, frozen=True, tag="message"):
    """A message that was added. `passages` go along with it."""

    role: str = "user"
    text: str = ""
    hosted: tuple[HostedShown, ...] = ()
    passages: tuple[PassageShown, ...] = ()


class HistoryEntry(Entry, frozen=True, tag="history_edited"):
    """Messages that gave way to others, each as *role: text*; `start` is the place of the first."""

    start: int = 0
    removed: tuple[MessageEntry, ...] = ()
    inserted: tuple[MessageEntry, ...] = ()


class RequestEntry(Entry, frozen=True, tag="request"):
    """A request: how many messages and tools it carried, to whom it went, and how many of the messages were new. `form` is the
    text form in which the tools were told, empty for natively; `remarks` say what could not be sent as it stands. `left_out` counts the
    messages that the memory left out, `passages` those that went along."""

    messages: int = 0
    new: int = 0
    tools: int = 0
    source: str = "live"
    model: str = ""
    form: str = ""
    remarks: tuple[RemarkShown, ...] = ()
    left_out: int = 0
    passages: int = 0


class ReplyEntry(Entry, frozen=True, tag="reply"):
    """The model's reply as it was said. `sealed` says that thinking is signed or encrypted; `hosted` are tools that the provider
    ran and other parts that are kept as they came, `other` the number of further parts; `resumable`: the turn goes on."""

    text: str = ""
    thinking: str = ""
    sealed: str = ""
    refusal: str = ""
    hosted: tuple[HostedShown, ...] = ()
    other: int = 0
    calls: tuple[CallShown, ...] = ()
    finish: str | None = None
    resumable: bool = False
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float | None = None


class FailedEntry(Entry, frozen=True, tag="request_failed"):
    """No whole reply came. `partial` is the text that had arrived, `calls` the calls, the last one perhaps not to its end."""

    kind: str = ""
    status: int | None = None
    message: str = ""
    partial: str = ""
    calls: tuple[CallShown, ...] = ()


class ReplyEditedEntry(Entry, frozen=True, tag="reply_edited"):
    """The person changed the reply: text and calls, before and now."""

    was_text: str = ""
    text: str = ""
    was_calls: tuple[CallShown, ...] = ()
    calls: tuple[CallShown, ...] = ()


class CallEditedEntry(Entry, frozen=True, tag="call_edited"):
    """The person changed a call. `was` is how it stood before, None for one that the person had added. `truth` is what the history says of
    the call: `rewrite` (as it stands now), `notify` (as the model wrote it, and its result begins with `notice`), `keep` (as the model
    wrote it). `rule` is the breakpoint that made the change, empty for the person."""

    call: int = 0
    of: int = 0
    was: CallShown | None = None
    now: CallShown | None = None
    truth: str = "rewrite"
    notice: str = ""
    rule: str = ""


class ResultEntry(Entry, frozen=True, tag="result"):
    """What a call gave, and how: `source` is `ran`, `mock`, `rejected`, `refused`, `recorded` or `by_hand`. `ran_with` is the JSON text
    that the tool got where it is not that of the call; `rule` the mock rule that answered, or the breakpoint (`by_breakpoint`), `fault` how
    it was made to go wrong; `whole` the text before it was cut, `attempts` how many failed before, `media` its pictures; `twin`: the reply
    has another call of `tool`.

    `found` are tools that it found for `query`, `skill` is the skill that it activated, `groups` are the groups of tools that it opened;
    `agent`: it is the answer of an agent. `parts` are all contents in their order, where there is more than text and pictures; structured
    content is the last."""

    call: int = 0
    of: int = 0
    tool: str = ""
    source: str = "ran"
    text: str = ""
    is_error: bool = False
    status: str = "ok"
    stdout: str = ""
    stderr: str = ""
    detail: str = ""
    seconds: float | None = None
    ran_with: str = ""
    approved: bool = False
    attempts: int = 0
    media: tuple[str, ...] = ()
    whole: str = ""
    rule: str = ""
    fault: str = ""
    twin: bool = False
    found: tuple[str, ...] = ()
    query: str = ""
    skill: str = ""
    groups: tuple[str, ...] = ()
    agent: bool = False
    parts: tuple[PartShown, ...] = ()
    by_breakpoint: bool = False


class AttemptEntry(Entry, frozen=True, tag="attempt_failed"):
    """A run that failed and was made again. `number` counts those of the call from 1; the rest as in `ResultEntry`."""

    call: int = 0
    of: int = 0
    tool: str = ""
    number: int = 1
    text: str = ""
    status: str = "error"
    stdout: str = ""
    stderr: str = ""
    detail: str = ""
    seconds: float | None = None
    ran_with: str = ""
    rule: str = ""
    fault: str = ""
    twin: bool = False


class UndoneEntry(Entry, frozen=True, tag="undone"):
    """A call of `tool` was undone by `undo` because `cause` failed, or (`is_error`) could not be. `arguments` is the JSON text that `undo`
    got, `text` what it gave, `told` what the model reads as the result of the call from then on; the rest as in `ResultEntry`."""

    tool: str = ""
    undo: str = ""
    cause: str = ""
    arguments: str = ""
    source: str = "ran"
    text: str = ""
    told: str = ""
    is_error: bool = False
    status: str = "ok"
    stdout: str = ""
    stderr: str = ""
    detail: str = ""
    seconds: float | None = None
    rule: str = ""
    fault: str = ""


class ResultEditedEntry(Entry, frozen=True, tag="result_edited"):
    """The person changed a result, or the breakpoint `rule` did."""

    call: int = 0
    of: int = 0
    tool: str = ""
    was: str | None = None
    text: str = ""
    is_error: bool = False
    rule: str = ""


class UncertainEntry(Entry, frozen=True, tag="uncertain"):
    """A call, the undoing of one (then `tool` is the one that undoes), or (with an empty `tool`) a request that began and has no end: it
    may have happened."""

    tool: str = ""


class DamagedEntry(Entry, frozen=True, tag="damaged"):
    """A line of the file that could not be read."""

    sentence: str = ""


class StopEntry(Entry, frozen=True, tag="stop"):
    """Where the session stands and why, in phrases of English."""

    reason: str = ""
    place: str | None = None
    what: str = ""
    said: tuple[str, ...] = ()


AnyEntry = (
    SetupEntry
    | MessageEntry
    | HistoryEntry
    | RequestEntry
    | ReplyEntry
    | FailedEntry
    | ReplyEditedEntry
    | CallEditedEntry
    | ResultEntry
    | AttemptEntry
    | UndoneEntry
    | ResultEditedEntry
    | SourceEntry
    | GroupsChosenEntry
    | OfferedEntry
    | AgentStartedEntry
    | ServerAskedEntry
    | UncertainEntry
    | DamagedEntry
    | StopEntry
)


class Section(msgspec.Struct, frozen=True):
    """One branch with its own entries. `from_round` is the round after which it left the branch it hangs on, or (`within`) in which."""

    branch: str
    entries: tuple[AnyEntry, ...]
    from_round: int = 0
    current: bool = False
    gap: bool = False
    within: bool = False
