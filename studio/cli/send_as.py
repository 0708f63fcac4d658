"""`send-as FILE`: one request of a session asked natively, with the tools as text, and in JSON mode; each reply is a branch of the file.

Above: `__main__`. Below: `workspace/send_as`, `answering`. The session stands afterwards where it stood before.
"""

import argparse
from pathlib import Path
from typing import Any

from studio.cli import answering
from studio.cli.command import (
    BAD_FILE,
    CANCELLED,
    CHECK_FAILED,
    DONE,
    SERVER_FAILED,
    CommandError,
    conclude,
    failing,
    parser,
)
from studio.cli.moving import stopped_by_ctrl_c
from studio.cli.terminal import Terminal
from studio.dialects.printed import forms
from studio.engine.due import AskModel, ChooseTools
from studio.present.form_names import form_name
from studio.workspace.opened import OpenedSession
from studio.workspace.send_as import Told, Way, send_as, ways
from studio.workspace.workspace import Workspace


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser(
        "send-as",
        "Ask the request that is due in a session, or its last one once more, natively, with the tools as text, and in JSON mode. "
        "Each reply is kept in the file.",
    )
    options.add_argument("file", type=Path, help="a session file (.tcsession)")
    options.add_argument(
        "--form",
        choices=forms.NAMES,
        default="",
        metavar="FORM",
        help=f"the text form: {', '.join(forms.NAMES)} (else that of the model's family, or react)",
    )
    answering.add_options(options, "--model-name", "who answers, instead of whom the session names")
    given = options.parse_args(arguments)
    return conclude(given.as_json, lambda terminal: _run(terminal, given))


async def _run(terminal: Terminal, given: argparse.Namespace) -> int:
    workspace = Workspace()
    try:
        with failing(BAD_FILE):
            session = workspace.open(given.file)
        if session.read_only:
            raise CommandError(session.read_only, "Copy the file and name the copy.", code=BAD_FILE)
        stood, here = session.head, False
        try:
            _make_ready(workspace, session, given)
            here = session.head == stood
            return await _ask(terminal, session, given.form, goes_on=here)
        finally:
            if session.head != stood and not here:
                session.rewind(stood)
    finally:
        await workspace.close()


def _make_ready(workspace: Workspace, session: OpenedSession, given: argparse.Namespace) -> None:
    """Stand before a request, with somebody who answers it."""
    if not isinstance(session.due, AskModel | ChooseTools):
        path = session.tree.path(session.head)
        last = next((node for node in reversed(path) if session.tree.kind(node) == "request"), None)
        if last is None:
            raise CommandError("No request is due in this session, and none was sent.")
        session.rewind(last)
    responder = session.state.setup.responder
    if answering.said(given):
        session.use_responder(answering.chosen(workspace, given, stream=responder.stream, recorded=responder), {})
    else:
        answering.of_session(workspace, responder)
    session.model_mode = "live"


async def _ask(terminal: Terminal, session: OpenedSession, form: str, *, goes_on: bool) -> int:
    with stopped_by_ctrl_c(session):
        chosen = ways(session.state.setup, form)
        told = await send_as(session, chosen, lambda one: _show(terminal, one), goes_on=goes_on)
    code = exit_code(told)
    terminal.value({"entry": "end", "exit": code})
    return code


def exit_code(told: tuple[Told, ...]) -> int:
    """0 when each way was replied to, 1 when some were not, 4 when none was, 130 when it was cancelled."""
    if any(one.error is not None and one.error.kind == "cancelled" for one in told):
        return CANCELLED
    replied = [one.reply is not None for one in told]
    return DONE if all(replied) else CHECK_FAILED if any(replied) else SERVER_FAILED


def _show(terminal: Terminal, told: Told) -> None:
    terminal.line(f"{_title(told.way)}{_facts(told)}", "heading")
    reply = told.reply
    for line in reply.text.strip().splitlines() if reply is not None else ():
        terminal.line(f"  {line}")
    for call in reply.calls if reply is not None else ():
        terminal.line(f"  {call.name}({call.arguments})", "call")
    if _why(told):
        terminal.line(f"  {_why(told)}", "error")
    terminal.line()
    terminal.value(_value(told))


def _title(way: Way) -> str:
    match way.key:
        case "native":
            return "Natively"
        case "text":
            return f"As text: {form_name(way.form)}"
        case _:
            return "In JSON mode"


def _facts(told: Told) -> str:
    if told.node is None:
        return " · not sent"
    usage = told.reply.usage if told.reply is not None else None
    counted = usage is not None and usage.input is not None and usage.output is not None
    tokens = f" · {usage.input} tokens in, {usage.output} out" if usage is not None and counted else ""
    return f" · {told.seconds:.2f} s{tokens}{' · failed' if told.reply is None else ''}"


def _why(told: Told) -> str:
    return told.error.message if told.error is not None else told.sentence


def _value(told: Told) -> dict[str, Any]:
    """One way as a JSON value."""
    reply = told.reply
    calls = (
        [{"name": call.name, "arguments": call.arguments, "form": call.form} for call in reply.calls] if reply else []
    )
    usage = {"input": reply.usage.input, "output": reply.usage.output} if reply is not None and reply.usage else None
    answer = {"text": reply.text, "calls": calls, "usage": usage} if reply is not None else None
    return {
        "entry": "way",
        "way": told.way.key,
        "form": told.way.form,
        "node": told.node,
        "seconds": round(told.seconds, 3),
        "reply": answer,
        "error": _why(told) or None,
    }
