"""Start: the window, or a command of the command line. Chooses the front by name, so that no command ever loads Qt.

Above: the installed program and `python -m studio`. Below: `gui`, `cli`. Imports nothing of either before it is chosen.
"""

import importlib
import os
import sys
from typing import Any

VERSION = "0.1.0"
COMMANDS = {
    "demo": "a small refund agent, scripted: needs no key and no network",
    "run": "send a prompt to a model and run its tool calls",
    "replay": "step through a recorded session again and compare",
    "show": "the transcript of a session, branches included",
    "find": "where something is said in a session: words or a pattern, by rounds",
    "fork": "begin a branch at any step of a session; name, hide and show branches",
    "tools": "the tools of a Python or JSON file or an MCP server, as the model is told of them",
    "call": "run one tool of a Python or JSON file or an MCP server",
    "mcp-serve": "offer the tools of a file to others, as an MCP server",
    "step": "what the window can do, done to a session file by a script",
    "export": "a session as a transcript (Markdown, HTML), as JSON, or as an HTTP archive",
    "export-test": "a session as a test for pytest that asserts its calls and answers",
    "compare": "two branches or two sessions beside one another, and why they came out otherwise",
    "check": "what is wrong with the requests of recorded sessions, and whether their loops get anywhere",
    "send-as": "ask one request of a session natively, as text and in JSON mode",
    "sample": "ask one request of a session many times, and count what is chosen",
    "profile": "model profiles: list, show, test, add, remove, and the presets",
}
USAGE = """\
usage: toolcall-studio [FILE]                 open the window
       toolcall-studio COMMAND …              work in the terminal
       toolcall-studio --version | --help

commands:
{commands}

Every command has --json, and --help tells more. Exit codes: 0 done, 1 a check failed, 2 wrong use, 3 bad input file,
4 provider or server failed, 5 stopped before the end, 130 cancelled, 141 nobody reads the output any more (such as after
`| head -1`): what was under way was stopped as with Ctrl+C, and the session is whole.
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the program; its exit code. Ctrl+C at any moment, also while it still loads, ends it without a word."""
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our help has gone; Python would complain once more when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 141


def _run(given: list[str]) -> int:
    first = given[0] if given else ""
    if first in ("--version", "-V"):
        print(f"toolcall-studio {VERSION}")
        return 0
    if first in ("--help", "-h"):
        print(_usage(), end="", flush=True)
        return 0
    if first in COMMANDS and not (first == "demo" and given == ["demo"]):
        return int(_front(f"studio.cli.{first.replace('-', '_')}").main(given[1:]))
    if first.startswith("-") and first != "--screenshot":
        print(f"There is no option {first}.\n\n{_usage()}", end="", file=sys.stderr)
        return 2
    return _window(given)


def _front(name: str) -> Any:
    """The module of a front. While it loads, a library looks for a temporary folder: on a full disk there is none."""
    try:
        return importlib.import_module(name)
    except OSError as error:
        print(
            f"The program cannot start: {error}. Is the disk full? Another folder can be named in TMPDIR.",
            file=sys.stderr,
        )
        raise SystemExit(5) from error


def _usage() -> str:
    return USAGE.format(commands="\n".join(f"  {name:<12}{said}" for name, said in COMMANDS.items()))


def _window(given: list[str]) -> int:
    """The window on FILE, on the demo, or on the start page; with `--screenshot OUT.png` only a picture of it."""
    picture = ""
    if "--screenshot" in given:
        at = given.index("--screenshot")
        picture, given = (given[at + 1] if at + 1 < len(given) else ""), given[:at] + given[at + 2 :]
        if not picture:
            return _wrong("After --screenshot the name of the picture is missing.")
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    demo = given == ["demo"]
    path = given[0] if given and not demo else ""
    if path and not os.path.isfile(path):  # noqa: PTH113 - pathlib would double the start time of --version
        return _wrong(_nothing(path))
    if len(given) > 1:
        return _wrong(f"One file can be opened at a time; {len(given)} were named.")
    if not picture and not _has_display():
        print(_no_display(path, demo=demo), file=sys.stderr)
        return 2
    return int(_front("studio.gui.app").main(path=path, demo=demo, screenshot=picture))


def _nothing(word: str) -> str:
    """The sentence for a first word that is neither a file nor a command."""
    if os.path.basename(word) != word or "." in word:  # noqa: PTH119 - as above
        return f"There is no file {word}."
    near = importlib.import_module("difflib").get_close_matches(word.lower(), COMMANDS, 1)
    return (
        f"There is no command {word}. Did you mean {near[0]}?" if near else f"There is no file and no command {word}."
    )


def _has_display() -> bool:
    """Whether a window can be shown: always on macOS and Windows, elsewhere when a display is named."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def _no_display(path: str, *, demo: bool) -> str:
    instead = "demo --headless" if demo or not path else f"show {path}"
    return f"There is no display, so no window can be shown. In the terminal: toolcall-studio {instead}"


def _wrong(sentence: str) -> int:
    print(f"{sentence} See toolcall-studio --help.", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
