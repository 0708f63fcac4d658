"""The options of `run` that say how calls are treated: strategies, coercion, limits, policies; as members of a setup.

Above: `run`. Below: `session`, `terminal`. An option that is not given leaves the member as it is by default.
"""

import argparse
from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any, get_args

from studio.cli.terminal import Terminal
from studio.session.policies import Coercion, Decision, Limits, Policy, Strategies
from studio.session.setup import Setup

UNSAID = Setup()


def add_options(options: argparse.ArgumentParser) -> None:
    """Add them, in a group of their own."""
    group = options.add_argument_group("how calls are treated")
    group.add_argument("--unknown-tool", choices=("stop", "tell", "fail"), default="", help="a name not offered (tell)")
    group.add_argument(
        "--bad-arguments",
        choices=("stop", "tell", "raw", "fail"),
        default="",
        help='arguments that do not fit (tell); raw: the tool gets {"rawArguments": text}',
    )
    group.add_argument(
        "--tool-error",
        choices=("tell", "stop", "again", "fail"),
        default="",
        help="a tool that raised (tell); again: an idempotent one is run again",
    )
    again = Strategies().again
    group.add_argument("--again", type=_count, default=again, metavar="N", help=f"how often it is run again ({again})")
    group.add_argument(
        "--coercion",
        choices=get_args(Coercion),
        default=UNSAID.coercion,
        help=f"values of another type ({UNSAID.coercion})",
    )
    for name, said in (
        ("concurrent", "run the calls of one reply at the same time"),
        ("compensate", "undo what succeeded when a call fails"),
        ("strict", "declare tools in the provider's strict mode"),
    ):
        group.add_argument(f"--{name}", action="store_true", help=said)
    _add_limits(group)
    group.add_argument(
        "--policy",
        type=policy,
        action="append",
        default=[],
        metavar="PATTERN=allow|ask|deny",
        help="for tools whose name fits; the first that fits counts",
    )


def _add_limits(group: Any) -> None:
    numbers: tuple[tuple[str, Callable[[str], float], float, str], ...] = (
        ("max-round-trips", _count, UNSAID.max_round_trips, f"replies with calls ({UNSAID.max_round_trips})"),
        ("max-tokens", _count, 0, "tokens in and out; 0: any (0)"),
        ("max-cost", _amount, 0.0, "US dollars; 0: any (0)"),
        ("max-seconds", _amount, 0.0, "seconds at work; 0: any (0)"),
        ("same-call", _count, 0, "the same call so many times in a row; 0: any (0)"),
        ("result-chars", _count, UNSAID.result_chars, f"characters of one result; 0: all ({UNSAID.result_chars})"),
    )
    for name, kind, default, said in numbers:
        group.add_argument(f"--{name}", type=kind, default=default, metavar="N", help=f"at most: {said}")


def members(given: argparse.Namespace) -> dict[str, Any]:
    """The members of the setup that the options give."""
    return {
        "max_round_trips": given.max_round_trips,
        "coercion": given.coercion,
        "strategies": Strategies(given.unknown_tool, given.bad_arguments, given.tool_error, given.again),
        "concurrent": given.concurrent,
        "compensation": given.compensate,
        "limits": Limits(given.max_tokens, given.max_cost, given.max_seconds, given.same_call),
        "policies": tuple(given.policy),
        "strict": given.strict,
        "result_chars": given.result_chars,
    }


def tell_idle(terminal: Terminal, setup: Setup) -> None:
    """Say of each policy that no tool of the session fits it: it was probably meant for another one."""
    for each in setup.policies:
        if not any(fnmatchcase(tool.name, each.pattern) for tool in setup.tools):
            terminal.line(
                f"The policy {each.pattern}={each.decision} does nothing: no tool of the session fits it.", "quiet"
            )


def policy(text: str) -> Policy:
    """`issue_*=ask` as a policy. Raises ArgumentTypeError."""
    pattern, _, said = text.rpartition("=")
    decision: Decision | None = next((each for each in get_args(Decision) if each == said), None)
    if decision is None or not pattern:
        raise argparse.ArgumentTypeError(f"wants PATTERN=allow, PATTERN=ask or PATTERN=deny, and was given {text!r}")
    return Policy(pattern, decision)


def _count(text: str) -> int:
    """A number from 0 on."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"wants a whole number from 0 on, and was given {text!r}")
    return int(text)


def _amount(text: str) -> float:
    """A number from 0 on."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"wants a number from 0 on, and was given {text!r}")
    return number
