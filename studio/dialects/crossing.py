"""Makes a message of another wire format fit for one: what cannot cross is converted or left out, and each is remarked.

Above: `engine/compose`. Below: `messages`, `traits`, `call_ids`. Pure, message by message, the same input gives the same output; knows no
wire format itself. A message of the format's own passes as it is, but for its ids where the provider wants another form.
"""

from collections.abc import Callable
from typing import assert_never

import msgspec
from msgspec.structs import replace

from studio.dialects.call_ids import CallIds
from studio.dialects.json_bytes import dump_text
from studio.messages.message import Message
from studio.messages.origin import is_bound
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Refusal, Result, Text
from studio.messages.remark import Remark
from studio.messages.toolspec import ToolSpec

FIRST = "openai_chat"
"""The dialect of messages that name none: sessions from before there was a second one."""

PRINTED = "printed"
"""The format of opaque parts that the model made up beside a printed call: shown, never sent back. Also the member of a part that
holds the text as which it was printed, in a form that prints more than the part says."""

_TAKES_CUSTOM = frozenset(("openai_chat", "openai_responses"))
_SAYS_NOTHING = frozenset(("annotations", "id", "index", "item", "logprobs", "status"))
"""Members that only number or describe what was said: nothing is lost where they cannot go."""

_TAKES_SIGNED_ONLY = frozenset(("openai_responses", "anthropic_messages"))
SentIds = tuple[tuple[str | None, str | None], ...]
"""The ids of calls that wait for their results: the session's own, each with the one that was sent."""

_TAKES_REFUSALS = frozenset(("openai_chat", "openai_responses"))


class Crossed(msgspec.Struct, frozen=True):
    """`message` is what can be said, None when nothing of it is left."""

    message: Message | None
    remarks: tuple[Remark, ...] = ()


class Crossing:
    """The way into one dialect. `ids` is the form of call ids that is wanted there; `text_form` names the form of printed calls,
    empty when calls are native; `system_anywhere` says that system messages may stand in the middle of the history. `fit` is what the
    dialect itself cannot send of its own messages under the request's parameters."""

    def __init__(
        self,
        dialect: str,
        ids: CallIds,
        text_form: str = "",
        *,
        system_anywhere: bool = True,
        fit: Callable[[Message, int], tuple[Message | None, tuple[Remark, ...]]] | None = None,
    ) -> None:
        self.ids = ids
        self._dialect = dialect
        self._text_form = text_form
        self._system_anywhere = system_anywhere
        self._fit = fit

    def cross(self, message: Message, place: int, waiting: SentIds = ()) -> Crossed:
        """`message`, the request's number `place`, as it can be said here. Results are sent with the ids with which their calls
        were sent: `waiting`, see `waiting_after`."""
        crossed = self._crossed(message, place, waiting)
        if self._fit is None or crossed.message is None:
            return crossed
        fit, remarks = self._fit(crossed.message, place)
        return Crossed(fit, crossed.remarks + remarks)

    def _crossed(self, message: Message, place: int, waiting: SentIds) -> Crossed:
        origin = origin_of(message)
        foreign = origin not in ("", self._dialect)
        one = _One(self._dialect, self.ids, self._text_form, place, foreign=foreign)
        # A message that names no format may be of any, but for the one in which nearly all messages are such.
        one.own_ids = origin == self._dialect or (not origin and self._dialect == FIRST)
        # A call that names no format and has no id is most likely of one that has none.
        one.may_lack_ids = origin == self._dialect
        one.waiting = list(waiting)
        if not foreign and not self._changes(message, one):
            return Crossed(message)
        parts = tuple(made for part in message.parts if (made := one.part(part)) is not None)
        extra = message.extra if not foreign else one.without(message.extra, message.role)
        if message.parts and not parts:
            return Crossed(None, tuple(one.remarks))
        role = message.role
        if self._as_user(message):
            role = "user"
            one.remarks.append(Remark("system_as_user", "", place))
        origin = "" if foreign else message.origin
        return Crossed(replace(message, role=role, parts=parts, extra=extra, origin=origin), tuple(one.remarks))

    def tools(self, tools: tuple[ToolSpec, ...]) -> tuple[tuple[ToolSpec, ...], tuple[Remark, ...]]:
        """The tools as they can be declared here: those that another provider runs itself are left out."""
        if not any(self._is_foreign(tool) for tool in tools):
            return tools, ()
        remarks: list[Remark] = []
        made: list[ToolSpec] = []
        for tool in tools:
            if not self._is_foreign(tool):
                made.append(tool)
            elif "type" in tool.extra.get("entry", {}):
                remarks.append(Remark("tool_left_out", tool.name))
            else:
                made.append(replace(tool, extra={}))
                remarks.append(Remark("members_left_out", f"{tool.name}: {', '.join(tool.extra)}"))
        return tuple(made), tuple(remarks)

    def _is_foreign(self, tool: ToolSpec) -> bool:
        return bool(tool.extra) and (tool.origin or FIRST) != self._dialect

    def _changes(self, message: Message, one: "_One") -> bool:
        """Whether a message of the dialect's own, or of none, has anything that is said otherwise here."""
        for part in message.parts:
            if isinstance(part, Text | Reasoning) and PRINTED in part.extra and not self._text_form:
                return True
            if isinstance(part, Call | Result):
                if one.has_another_form(part) or one.has_another_id(part) or one.is_printed_anew(part):
                    return True
            elif isinstance(part, Opaque):
                if part.dialect != self._dialect:
                    return True
            elif isinstance(part, Reasoning) and self._dialect in _TAKES_SIGNED_ONLY:
                return True
        return self._as_user(message)

    def _as_user(self, message: Message) -> bool:
        """Whether a system message stands where the model takes none."""
        return message.role in ("system", "developer") and not self._system_anywhere


def origin_of(message: Message) -> str:
    """The dialect that a message is bound to; empty when it is neutral."""
    return message.origin or (FIRST if message.extra or is_bound(message.parts) else "")


def waiting_after(message: Message, crossed: Message | None, waiting: SentIds) -> SentIds:
    """The calls that wait for their results behind `message`, which crossed as `crossed`; `waiting` did so before it."""
    if message.role == "assistant":
        sent = [call.id for call in crossed.calls] if crossed is not None else []
        return tuple(zip((call.id for call in message.calls), sent, strict=False))
    left = list(waiting)
    for result in message.results:
        at = next((at for at, (own, _) in enumerate(left) if own == result.call_id), None)
        if at is not None:
            del left[at]
    return tuple(left)


class _One:
    """One message under way. `own_ids`: its call ids are of the dialect's own. `may_lack_ids`: so are calls without one."""

    def __init__(self, dialect: str, ids: CallIds, text_form: str, place: int, *, foreign: bool) -> None:
        self.remarks: list[Remark] = []
        self.own_ids = self.may_lack_ids = False
        self.waiting: list[tuple[str | None, str | None]] = []
        self._dialect = dialect
        self._ids = ids
        self._text_form = text_form
        self._place = place
        self._foreign = foreign
        self._calls = 0
        self._results = 0

    def part(self, part: Part) -> Part | None:
        """The part as it can be said; None when it is left out."""
        if isinstance(part, Text | Reasoning) and PRINTED in part.extra and not self._text_form:
            part = replace(part, extra={key: value for key, value in part.extra.items() if key != PRINTED})
        match part:
            case Text() if self._foreign:
                extra = self.without(part.extra, "text")
                return Text(part.text, extra) if part.text else None
            case Text():
                return part
            case Image():
                return replace(part, extra=self.without(part.extra, "image")) if self._foreign else part
            case Refusal():
                return self._refusal(part)
            case Reasoning():
                return self._reasoning(part)
            case Opaque():
                return self._opaque(part)
            case Call():
                return self._call(part)
            case Result():
                return self._result(part)
            case _:
                assert_never(part)

    def without(self, extra: dict[str, object], subject: str) -> dict[str, object]:
        """No members of another format; remarked when there are any."""
        named = [key for key in extra if key not in _SAYS_NOTHING]
        if named:
            self._say("members_left_out", f"{subject}: {', '.join(named)}")
        return {}

    def _say(self, code: str, subject: str = "") -> None:
        self.remarks.append(Remark(code, subject, self._place))

    def _refusal(self, part: Refusal) -> Part:
        if self._dialect in _TAKES_REFUSALS:
            return part
        self._say("refusal_as_text")
        return Text(part.text)

    def _reasoning(self, part: Reasoning) -> Part | None:
        unsigned = self._dialect in _TAKES_SIGNED_ONLY and not (part.signature or part.extra)
        if not self._foreign and not unsigned:
            return part
        self._say("reasoning_left_out", f"{len(part.text)}")
        return None

    def _opaque(self, part: Opaque) -> Part | None:
        if part.dialect == self._dialect:
            return part
        if part.dialect == PRINTED:
            self._say("made_up_left_out")
        else:
            kind = part.value.get("type") if isinstance(part.value, dict) else None
            self._say("part_left_out", str(kind or part.dialect))
        return None

    def has_another_form(self, part: Call | Result) -> bool:
        """Whether the call, or the call of the result, has a form that there is not here."""
        match part.form:
            case "text":
                return isinstance(part, Call) or not self._text_form
            case "custom":
                return self._dialect not in _TAKES_CUSTOM
            case form:
                return form == "legacy" and self._dialect != FIRST

    def has_another_id(self, part: Call | Result) -> bool:
        """Whether the call is sent with another id than it has, or the result may be: its call was."""
        if isinstance(part, Result) and any(own != sent for own, sent in self.waiting):
            return True
        id = part.id if isinstance(part, Call) else part.call_id
        return self._wanted(id, 0, 0, part.form) != id

    def is_printed_anew(self, part: Call | Result) -> bool:
        """Whether a call that came natively, with members of its own such as a signature, is told as text now: they have no place."""
        return bool(self._text_form and isinstance(part, Call) and part.extra) and part.form in ("function", "legacy")

    def _call(self, part: Call) -> Call:
        number, self._calls = self._calls, self._calls + 1
        if part.form == "text":
            return self._printed(part, number)
        form, arguments, extra = part.form, part.arguments, part.extra
        if self._foreign or self.is_printed_anew(part):
            extra = self.without(extra, part.name)
        if self.has_another_form(part):
            form = "function"
            if part.form == "custom":
                arguments = dump_text({"input": arguments})
                self._say("custom_call_changed", part.name)
        return Call(part.name, arguments, self._id(part.id, self._place, number, form), form, extra)

    def _printed(self, part: Call, number: int) -> Call:
        """A call that was printed into the text: printed again the same way, or asked for natively."""
        if self._text_form:
            same = part.extra.get("in") == self._text_form
            return part if same else replace(part, extra={})
        self._say("printed_call_native", part.name)
        return Call(part.name, part.arguments, self._id(part.id, self._place, number, "function"))

    def _result(self, part: Result) -> Result:
        number, self._results = self._results, self._results + 1
        form, extra, media = part.form, part.extra, part.media
        if self._foreign:
            extra = self.without(extra, part.name or "result")
            media = tuple(replace(image, extra={}) for image in media)
        form = "function" if self.has_another_form(part) else form
        call_id = self._answered(part.call_id, number, form)
        return replace(part, call_id=call_id, form=form, extra=extra, media=media)

    def _answered(self, id: str | None, number: int, form: str) -> str | None:
        """The id with which the result's call was sent."""
        wanted = (self._ids.strictly(id), self._ids.loosely(id)) if id else ()
        known = [at for at, (own, sent) in enumerate(self.waiting) if (own or None) == (id or None) or sent in wanted]
        if not known:
            return self._id(id, self._place - 1, number, form)
        made = self.waiting.pop(known[0])[1]
        if id and made != id:
            self._say("id_mapped", f"{id} → {made}")
        return made

    def _id(self, id: str | None, place: int, number: int, form: str) -> str | None:
        """The id in the form that is wanted, remarked when it is another one than was given."""
        made = self._wanted(id, place, number, form)
        if id and made != id:
            self._say("id_mapped", f"{id} → {made}")
        return made

    def _wanted(self, id: str | None, place: int, number: int, form: str) -> str | None:
        """A call without an id gets that of its place where one is needed; its result is answered by the same."""
        if form == "legacy" and self._dialect == FIRST:
            return id
        if not id:
            lacks = self._ids.needed and not self.may_lack_ids
            return self._ids.strictly(f"call_{place}_{number}") if lacks else id
        return self._ids.strictly(id) if self.own_ids else self._ids.loosely(id)
