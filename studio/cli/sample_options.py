"""The options of `sample`, and the plan that they say: which variants ask which prompts how often, within which budget.

Above: `sample`. Below: `answering`, `session/samples`. Variants come from options, each beside the request as it is, or from a file.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from studio.checks.names import nearest_name
from studio.cli import answering
from studio.cli.command import BAD_FILE, CommandError
from studio.paths import file_bytes
from studio.present.text_lines import visible
from studio.session.samples import SampleArm, SampleBudget, SamplePlan, SampleProbe
from studio.session.setup import Setup
from studio.tools.fitted import MisfitError, fitted
from studio.workspace.workspace import Workspace

T = TypeVar("T")
AS_IT_IS = "as it is"


def add_options(options: argparse.ArgumentParser) -> None:
    """Add the options that say what is asked of whom."""
    options.add_argument("--times", type=_count, default=10, metavar="N", help="how often each is asked (10)")
    options.add_argument("--at-once", type=_count, default=1, metavar="N", help="so many at the same time (1)")
    who = options.add_argument_group("who answers, instead of whom the session names")
    who.add_argument("--profile", action="append", default=[], metavar="NAME", help="a model profile; may be repeated")
    who.add_argument("--base-url", metavar="URL", help="the base address of an endpoint, instead of a profile")
    who.add_argument("--dialect", metavar="NAME", help="with --base-url: the format it speaks")
    who.add_argument("--key-env", metavar="NAME", help="with --base-url: the variable that holds the key")
    who.add_argument("--model-name", action="append", default=[], metavar="NAME", help="the model; may be repeated")
    how = options.add_argument_group("variants, each asked beside the request as it is")
    how.add_argument("--system", action="append", default=[], metavar="TEXT", help="with this system text; repeatable")
    how.add_argument(
        "--describe",
        action="append",
        default=[],
        metavar="TOOL=TEXT",
        help="with this description of a tool; repeatable",
    )
    how.add_argument("--arms", type=Path, metavar="FILE.json", help="the variants as a list, instead of these")
    options.add_argument(
        "--probes", type=Path, metavar="FILE.json", help='prompts as a list of {"prompt": …, "expects": ["tool", …]}'
    )
    budget = options.add_argument_group("where it ends early")
    budget.add_argument("--budget-cost", type=_amount, default=0.0, metavar="DOLLARS", help="when it cost so much")
    budget.add_argument("--budget-tokens", type=_count, default=0, metavar="N", help="after so many tokens")
    budget.add_argument("--budget-seconds", type=_amount, default=0.0, metavar="S", help="after so long")


def plan(workspace: Workspace, given: argparse.Namespace, setup: Setup) -> SamplePlan:
    """What the options say; `setup` is that of the request. Raises CommandError."""
    probes = _read(given.probes, tuple[SampleProbe, ...]) if given.probes is not None else (SampleProbe(),)
    if given.arms is not None:
        _refuse_both(given)
        arms = _asking(workspace, given, setup, _read(given.arms, tuple[_Arm, ...]))
        _need_keys(workspace, arms)
    else:
        arms = tuple(replace(how, **who) for who in _who(workspace, given, setup) for how in _ways(given))
    budget = SampleBudget(given.budget_cost, given.budget_tokens, given.budget_seconds)
    return SamplePlan(_named(arms), probes, given.times, given.at_once, budget)


def _refuse_both(given: argparse.Namespace) -> None:
    others = ("profile", "system", "describe", *(() if given.base_url is not None else ("model_name",)))
    both = next((name for name in others if vars(given)[name]), None)
    if both is not None:
        raise CommandError(f"--{both.replace('_', '-')} does not go with --arms.", "Say it in the file.")


def _who(workspace: Workspace, given: argparse.Namespace, setup: Setup) -> list[dict[str, str]]:
    """Whom each variant asks."""
    named = [{"profile": name, "base_url": None} for name in given.profile]
    named += [{"profile": None, "base_url": given.base_url}] if given.base_url is not None else []
    if not named:
        lone = next((name for name in ("dialect", "key_env") if vars(given)[name] is not None), None)
        if lone is not None:
            raise CommandError(f"--{lone.replace('_', '-')} goes with --base-url.")
        _known(workspace, setup)
        return [{"model_name": name} for name in given.model_name] or [{}]
    found: list[dict[str, str]] = []
    for one in named:
        for model_name in given.model_name or [None]:
            asked = {"calls": None, "model_option": "--model-name", "model_name": model_name, **one}
            options = argparse.Namespace(dialect=given.dialect, key_env=given.key_env, **asked)
            choice = answering.chosen(workspace, options, recorded=setup.responder)
            found.append({"profile": choice.profile, "model_name": choice.model_name})
    return found


def _asking(
    workspace: Workspace, given: argparse.Namespace, setup: Setup, arms: tuple[SampleArm, ...]
) -> tuple[SampleArm, ...]:
    """The arms; those without a profile of their own ask the address of the options, else whom the session asks."""
    if all(arm.profile for arm in arms):
        return arms
    who, *more = _who(workspace, given, setup)
    if more:
        raise CommandError("--model-name is said once with --arms.", "Say the others in the file.")
    return tuple(
        arm if arm.profile else replace(arm, **{**who, **({"model_name": arm.model_name} if arm.model_name else {})})
        for arm in arms
    )


def _known(workspace: Workspace, setup: Setup) -> None:
    """Whom the session asks has to be there: a script, or its profile with a key."""
    if setup.responder.kind != "scripted":
        answering.of_session(workspace, setup.responder)


def _need_keys(workspace: Workspace, arms: tuple[SampleArm, ...]) -> None:
    for name in dict.fromkeys(arm.profile for arm in arms if arm.profile):
        answering.need_key(workspace, answering.named(workspace, name))


def _ways(given: argparse.Namespace) -> list[SampleArm]:
    """The request as it is, and each variant of it."""
    systems = [SampleArm(f"system {at}", system=text) for at, text in enumerate(given.system, 1)]
    described = [_described(text) for text in given.describe]
    return [SampleArm(AS_IT_IS), *systems, *described]


def _described(text: str) -> SampleArm:
    tool, equals, description = text.partition("=")
    if not equals or not tool.strip():
        raise CommandError("--describe wants TOOL=TEXT.", "Such as --describe 'refund=Pay an order back.'")
    return SampleArm(f"{tool.strip()} described", descriptions={tool.strip(): description})


def _named(arms: tuple[SampleArm, ...]) -> tuple[SampleArm, ...]:
    """Each with a name of its own: whom it asks where several are asked, and a number where two are still the same."""
    asked = {(arm.profile, arm.model_name) for arm in arms}
    profiles = {arm.profile for arm in arms}
    found: list[SampleArm] = []
    for at, arm in enumerate(arms, 1):
        who = " ".join(filter(None, (arm.profile if len(profiles) > 1 else "", arm.model_name)))
        name = arm.name or f"variant {at}"
        if len(asked) > 1 and who and who not in name:
            name = who if name == AS_IT_IS else f"{who}, {name}"
        same = sum(one.name == name or one.name.startswith(f"{name} (") for one in found)
        found.append(replace(arm, name=f"{name} ({same + 1})" if same else name))
    return tuple(found)


class _Arm(SampleArm, frozen=True):
    """A variant as a file may say it: without a name it gets one."""

    name: str = ""


def _read(path: Path, kind: type[T]) -> T:
    """A list in a JSON file. Raises CommandError 3 with the place that is wrong."""
    try:
        return fitted(json.loads(file_bytes(path).decode("utf-8-sig"), parse_constant=_refused), kind)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.", code=BAD_FILE) from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path.name} is not UTF-8.", "Save it as UTF-8.", code=BAD_FILE) from error
    except MisfitError as error:
        raise CommandError(
            f"{path.name}: {error.sentence}", error.help or "See sample --help.", code=BAD_FILE
        ) from error
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{path.name} is no JSON: {error}.", "See sample --help.", code=BAD_FILE) from error


def _refused(constant: str) -> None:
    raise ValueError(f"JSON has no {constant}")


def tell_unknown(plan: SamplePlan, setup: Setup) -> None:
    """Warn on stderr of each tool that a prompt expects, or that is described, and that the session has not."""
    known = [tool.name for tool in (*setup.own_tools, *setup.tools)]
    expected = {name for probe in plan.probes for name in probe.expects or () if name not in known}
    for name in sorted(expected):
        near = nearest_name(name, known)
        mean = f" Did you mean {near}?" if near else ""
        print(visible(f"A prompt expects {name}, and the session has no such tool.{mean}"), file=sys.stderr)


def _count(text: str) -> int:
    number = int(text) if text.strip().isdecimal() and len(text) < 19 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"wants a whole number from 1 on, and was given {text!r}")
    return number


def _amount(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"wants a number above 0, and was given {text!r}")
    return number
