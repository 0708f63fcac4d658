"""One request asked many times, as values: how, and what came.

Above: `notes`, `workspace`, `present`, the fronts. Below: `messages`.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from studio.messages.reply import ChatReply, ProviderError


class SampleArm(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way to ask. `profile` and `model_name` say whom (empty: whom the session asks), `system` with which system text, `descriptions`
    which tools are described otherwise, by name; `params` what else stands in the request."""

    name: str
    profile: str = ""
    model_name: str = ""
    system: str | None | UnsetType = UNSET
    descriptions: Mapping[str, str] = msgspec.field(default_factory=dict)
    params: dict[str, Any] | None = None


class SampleProbe(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is asked: the due request as it is, or with `prompt` in place of its last user message. `expects` names the tools that should be
    called, `()` for none; None where nothing is expected."""

    prompt: str = ""
    expects: tuple[str, ...] | None = None


class SampleBudget(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a sample ends early; 0: no end. `cost` in US dollars, `tokens` in and out together, `seconds` in all."""

    cost: float = 0.0
    tokens: int = 0
    seconds: float = 0.0


class SamplePlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Every arm asks every probe `times` times, `at_once` of them at the same time."""

    arms: tuple[SampleArm, ...]
    probes: tuple[SampleProbe, ...] = (SampleProbe(),)
    times: int = 10
    at_once: int = 1
    budget: SampleBudget = SampleBudget()


class SampleReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of one request: of arm number `arm` and probe number `probe`, the `nth` time (all from 0). `asked` is the body as kept,
    said with the first of an arm and probe only. Either `reply` or `error` is there."""

    arm: int
    probe: int
    nth: int
    asked: str = ""
    reply: ChatReply | None = None
    error: ProviderError | None = None
    seconds: float = 0.0
