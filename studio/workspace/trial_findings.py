"""What the answers to the requests of a test say about a profile. Pure: looks at what was heard, asks nothing.

Above: `trial`. Below: `present/trial_words`, `dialects/refusals`, `messages`. Where an answer is no, the sentence says what to do.
"""

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from studio.dialects.json_bytes import loads
from studio.dialects.printed.detect import printed_in
from studio.messages.arguments import read_arguments
from studio.messages.parts import Call
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.toolspec import ToolSpec
from studio.present import trial_words
from studio.responders.responder import Closed, Failed
from studio.workspace.trial_about import About, about

if TYPE_CHECKING:
    from studio.responders.profiles import Profile

Question = Literal["reachable", "key", "model", "replies", "streams", "tools", "json"]

_LONGEST = 200
_MOST_MODELS = 8
_CUT = ("length", "max_tokens", "max_output_tokens", "incomplete", "model_context_window_exceeded")


class Answer(msgspec.Struct, frozen=True):
    """The answer to one question. `code` is that of `present/trial_words`, `places` fill its texts."""

    question: Question
    answer: Literal["yes", "no", "unknown"]
    code: str
    places: dict[str, str] = {}

    @property
    def sentence(self) -> str:
        """What was found, in English."""
        return trial_words.finding(self.code, self.places)

    @property
    def help(self) -> str:
        """What to do about it, in English; empty when the answer is not no."""
        return trial_words.advice(self.code, self.places) if self.answer == "no" else ""


class Heard(msgspec.Struct, frozen=True):
    """What came of one request: a reply or an error. `pieces` counts what was told before the end, `connect` is in milliseconds."""

    reply: ChatReply | None = None
    error: ProviderError | None = None
    pieces: int = 0
    seconds: float = 0.0
    connect: float | None = None

    @classmethod
    def of(cls, end: Closed | Failed, pieces: int, seconds: float) -> "Heard":
        """From the end of an answer."""
        times = end.exchange.times if end.exchange is not None else None
        connect = times.connect if times is not None else None
        if isinstance(end, Closed):
            return cls(end.reply, None, pieces, seconds, connect)
        return cls(None, end.error, pieces, seconds, connect)


class Facts(msgspec.Struct, frozen=True):
    """All that is known when the last request is answered: with `tools`, without them, in JSON mode. `form` is the text form in
    which calls are told, `models` what the server offers, `has_key` whether there was a key to send."""

    profile: "Profile"
    form: str
    url: str
    tools: tuple[ToolSpec, ...]
    first: Heard
    second: Heard | None = None
    third: Heard | None = None
    models: tuple[str, ...] = ()
    json_mode: bool = False
    has_key: bool = True

    @property
    def heard(self) -> Heard:
        """The answer that tells about key and model: the newest, unless only the older one is a reply."""
        if self.second is None or (self.second.reply is None and self.first.reply is not None):
            return self.first
        return self.second


def findings(facts: Facts) -> tuple[Answer, ...]:
    """One answer for each question."""
    reason = about(facts.heard.error)
    answers = [
        _reachable(facts.first, about(facts.first.error)),
        _key(facts, reason),
        _model(facts, reason),
        _replies(facts, reason),
        _streams(facts),
        _tools(facts),
    ]
    return (*answers, _json(facts.third)) if facts.json_mode else tuple(answers)


def without_model(models: tuple[str, ...], error: ProviderError | None) -> tuple[Answer, ...]:
    """The answers when the profile names no model, and only the list of them was asked for."""
    reason = about(error)
    key = _refused_key(error, names_a_key=True) if reason == "key" and error is not None else _not_asked("key")
    model = Answer("model", "no", "model_missing", {"models": _listed(models)})
    line = _reachable(Heard(error=error), reason)
    return (line, key, model, _not_asked("replies"), _not_asked("streams"), _not_asked("tools"))


def _not_asked(question: Question) -> Answer:
    return Answer(question, "unknown", "not_asked")


def _reachable(heard: Heard, reason: About) -> Answer:
    if heard.error is not None and heard.error.type == trial_words.NO_KEY:
        return _not_asked("reachable")
    if reason in ("line", "setup") and heard.error is not None:
        code, answer = ("unreachable", "no") if reason == "line" else ("not_sent", "unknown")
        return Answer("reachable", answer, code, {"text": heard.error.message})  # type: ignore[arg-type]
    if heard.connect is None:
        return Answer("reachable", "yes", "reached")
    return Answer("reachable", "yes", "connected", {"time": _milliseconds(heard.connect / 1000)})


def _key(facts: Facts, reason: About) -> Answer:
    error, sent = facts.heard.error, facts.profile.names_a_key and facts.has_key
    if reason == "key" and error is not None:
        missing = _missing(facts) if facts.profile.names_a_key and not sent else {}
        return _refused_key(error, names_a_key=sent, **missing)
    if reason == "setup" and error is not None and error.type == trial_words.NO_KEY:
        return Answer("key", "no", "key_missing", _missing(facts))
    if error is None or reason in ("model", "tools"):
        return Answer("key", "yes", "key_accepted" if sent else "key_not_needed")
    return _not_asked("key")


def _missing(facts: Facts) -> dict[str, str]:
    """The places of an answer that says which key is not there."""
    variable = facts.profile.key_env or ""
    return {"variable": variable, "advice": "key_missing" if variable else "key_wanted"}


def _refused_key(error: ProviderError, *, names_a_key: bool, **places: str) -> Answer:
    return Answer("key", "no", "key_refused" if names_a_key else "key_wanted", {**places, **_said(error)})


def _model(facts: Facts, reason: About) -> Answer:
    reply, asked = facts.heard.reply, facts.profile.model
    if reply is not None:
        code = "model_answers_as" if reply.model_name not in ("", asked) else "model_answers"
        return Answer("model", "yes", code, {"model": asked or reply.model_name, "named": reply.model_name})
    if reason != "model" or facts.heard.error is None:
        return _not_asked("model")
    near = get_close_matches(asked, facts.models, _MOST_MODELS, 0.5)
    places = {"model": asked, "models": _listed((*near, *facts.models)), **_said(facts.heard.error)}
    return Answer("model", "no", "model_unknown", places)


def _replies(facts: Facts, reason: About) -> Answer:
    error = facts.heard.error
    if error is None:
        return Answer("replies", "yes", "replied", {"time": _milliseconds(facts.heard.seconds)})
    if reason in ("line", "setup", "key", "model"):
        return _not_asked("replies")
    if reason == "path":
        return Answer("replies", "no", "not_there", {"url": facts.url, **_said(error)})
    if error.status is None or 200 <= error.status < 300:
        return Answer("replies", "no", "broken", _said(error))
    advice = "refused_limit" if error.status in (402, 429) else "refused_server" if error.status >= 500 else "refused"
    return Answer("replies", "no", "refused", {"advice": advice, **_said(error)})


def _streams(facts: Facts) -> Answer:
    if not facts.profile.stream:
        return Answer("streams", "unknown", "stream_off")
    heard = [one for one in (facts.first, facts.second) if one is not None and one.reply is not None]
    pieces = max((one.pieces for one in heard), default=0)
    if not heard:
        return _not_asked("streams")
    if pieces > 1:
        return Answer("streams", "yes", "streamed", {"count": str(pieces)})
    return Answer("streams", "unknown", "too_short") if pieces else Answer("streams", "no", "in_one_piece")


def _tools(facts: Facts) -> Answer:
    reply, error = facts.first.reply, facts.first.error
    if reply is not None:
        return _called(reply, facts) if reply.calls else _not_called(reply, facts)
    if error is None or (facts.heard.reply is None and about(error) != "tools"):
        return _not_asked("tools")
    if facts.profile.calls == "auto":
        return Answer("tools", "unknown", "told_as_text")
    return Answer("tools", "no", "tools_refused", _said(error))


def _called(reply: ChatReply, facts: Facts) -> Answer:
    call = reply.calls[0]
    read = read_arguments(call.arguments)
    if read.value is None:
        places = {"tool": call.name, "text": _short(call.arguments)}
        return Answer("tools", "no", "called_badly", places)
    if call.form == "text":
        return Answer("tools", "yes", "called_as_text", {"form": facts.form or _form(call)})
    return Answer("tools", "yes", "called")


def _form(call: Call) -> str:
    return str(call.extra.get("in", ""))


def _not_called(reply: ChatReply, facts: Facts) -> Answer:
    printed = printed_in(reply.text, facts.tools)
    if printed and not facts.form:
        return Answer("tools", "no", "printed", {"form": printed})
    if reply.finish in _CUT:
        return Answer("tools", "unknown", "call_cut")
    return Answer("tools", "no", "not_called", {"text": _short(reply.text)})


def _json(heard: Heard | None) -> Answer:
    if heard is None:
        return _not_asked("json")
    if heard.error is not None and heard.error.kind == "setup":
        return Answer("json", "unknown", "json_nowhere", _said(heard.error))
    if heard.error is not None:
        return Answer("json", "no", "json_refused", _said(heard.error))
    assert heard.reply is not None
    if isinstance(_value(heard.reply.text), dict):
        return Answer("json", "yes", "json_came")
    return Answer("json", "no", "json_not", {"text": _short(heard.reply.text)})


def _value(text: str) -> Any:
    try:
        return loads(text)
    except ValueError:
        return None


def _said(error: ProviderError) -> dict[str, str]:
    return {"status": str(error.status or ""), "text": _short(error.message)}


def _listed(models: tuple[str, ...]) -> str:
    """Some names, each once, and a sign that there are more."""
    names = tuple(dict.fromkeys(models))
    return ", ".join(names[:_MOST_MODELS]) + (", …" if len(names) > _MOST_MODELS else "")


def _milliseconds(seconds: float) -> str:
    return f"{max(1, round(seconds * 1000))} ms" if seconds < 1 else f"{seconds:.1f} s"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
