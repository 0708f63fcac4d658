"""The answers of a sample one by one, each in one line and in full.

Above: the window. Below: `documents`, `session/kept_samples`. Pure.
"""

import json

import msgspec

from studio.present.arguments_summary import one_line
from studio.present.documents import reply_members
from studio.session.kept_samples import KeptSample
from studio.session.samples import SampleReply


class AnswerLine(msgspec.Struct, frozen=True):
    """One answer: its number from 1, the variant, the prompt (empty for the request as it is), what was said or called, or why not."""

    number: int
    variant: str
    prompt: str
    said: str
    tokens: str
    seconds: float
    failed: bool = False


def answer_line(sample: KeptSample, at: int) -> AnswerLine:
    """The answer at a place among those that came."""
    taken = sample.taken[at]
    usage = taken.reply.usage if taken.reply is not None else None
    tokens = f"{usage.input:,} → {usage.output or 0:,}" if usage is not None and usage.input is not None else ""
    return AnswerLine(
        at + 1,
        sample.plan.arms[taken.arm].name,
        one_line(sample.plan.probes[taken.probe].prompt),
        _said(taken),
        tokens,
        taken.seconds,
        taken.reply is None,
    )


def answer_text(taken: SampleReply) -> str:
    """An answer in full: its text, its calls with their arguments, why it ended; or the error."""
    if taken.reply is None:
        return taken.error.message if taken.error is not None else ""
    blocks = [taken.reply.text]
    calls = reply_members(taken.reply).get("calls", ())
    blocks += [f"{call['name']}({_spread(call['arguments'])})" for call in calls]
    blocks.append(f"[{taken.reply.finish}]" if taken.reply.finish else "")
    return "\n\n".join(filter(None, blocks))


def _said(taken: SampleReply) -> str:
    if taken.reply is None:
        return one_line(taken.error.message) if taken.error is not None else ""
    calls = ", ".join(f"{call.name}({one_line(call.arguments)})" for call in taken.reply.calls)
    return calls or one_line(taken.reply.text)


def _spread(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
