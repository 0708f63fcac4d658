"""How a tool without Python code runs, as values: an HTTP endpoint, a command line, or an agent.

Above: `setup`, `tools`, the fronts. Below: nothing. `${NAME}` in a header, an address or a variable stands for what the environment
holds and is filled in only when the tool runs, so that no key stands in a file; `{{member}}` for `{member}` as it is.
"""

from typing import Literal

import msgspec

from studio.session.agents import Agent

MOST_BYTES = 1_000_000
BODILESS = ("GET", "HEAD")
"""Methods that never have a body: what the address does not take becomes the query."""


class HttpEndpoint(msgspec.Struct, frozen=True, omit_defaults=True, tag="http"):
    """A request for each call. `{member}` in `url` and in a `text` body is filled from the arguments, in the address percent-encoded.
    `body`: the arguments that the address does not take as `json` or `form`, the filled `template` as `text`, or `none`; without a
    body, and with `GET` and `HEAD` always, they become the query. A `template` that is JSON is filled as JSON: a text that is one
    member becomes its value."""

    url: str
    method: str = "POST"
    headers: tuple[tuple[str, str], ...] = ()
    body: Literal["json", "form", "text", "none"] = "json"
    template: str = ""
    most_bytes: int = MOST_BYTES


class CommandLine(msgspec.Struct, frozen=True, omit_defaults=True, tag="command"):
    """A process for each call, never a shell. `{member}` in a word of `argv` is filled from the arguments and stays one word; a word
    that is nothing but a member is left out when that was left out, and becomes several for a list. Put `--` before words that
    may begin with a hyphen. `folder` is a whole path, empty for where the program runs. `stdin`: the arguments as `json`, or
    `none`."""

    argv: tuple[str, ...]
    folder: str = ""
    env: dict[str, str] = {}
    stdin: Literal["json", "none"] = "none"
    most_bytes: int = MOST_BYTES


Outside = HttpEndpoint | CommandLine
"""What runs outside the program, and only when it is trusted."""

Executor = Outside | Agent
