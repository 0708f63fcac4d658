"""`show FILE --wire [NODE]`: what went over HTTP, exchange by exchange, and with `--events` every event of the answers.

Above: `show`. Below: `present/exchanges`. Headers are those of the file, keys blanked.
"""

from typing import Any

from studio.cli.command import WRONG_USE, CommandError
from studio.cli.terminal import Terminal
from studio.engine.step_places import round_starts, step_place
from studio.present.exchanges import Exchanged, all_exchanges, body_of, event_log, round_exchanges
from studio.present.labels import english
from studio.present.text_lines import visible
from studio.present.wire_events import EventLog, WireEvent
from studio.present.wire_times import spans
from studio.present.words import words
from studio.session.kept_exchange import KeptExchange
from studio.session.nodes import NodeId
from studio.session.tree import ROOT, Tree

_TEXT = 60
_DIGITS = 18


def step_of_round(tree: Tree, head: NodeId, name: str) -> NodeId:
    """The node of a step as `fork` names it, of a round its request; 0 for no name. Raises StepNameError and CommandError."""
    if not name:
        return ROOT
    if name.isdecimal() and (len(name) > _DIGITS or NodeId(int(name)) not in tree):
        raise CommandError(f"There is no step {name} in this file; the last one is {tree.last}.", code=WRONG_USE)
    leaf = tree.tip(head) if head != ROOT else tree.newest_whole()
    place = step_place(tree, leaf, head, name)
    if not name.startswith("round:"):
        return place
    return next(request for request, _ in round_starts(tree, leaf) if tree.parent(request) == place)


def show_wire(
    terminal: Terminal, tree: Tree, head: NodeId, node: NodeId, *, events: bool = False, bodies: bool = False
) -> None:
    """Print the exchanges of the round of `node`, of the whole session when it is 0; with `bodies` what was sent and what came, as
    it is."""
    found = round_exchanges(tree, node, head) if node else all_exchanges(tree)
    if not found:
        terminal.line("No request was sent.", "quiet")
    for one in found:
        log = event_log(tree, one) if events else None
        _print(terminal, one, log)
        if bodies:
            _print_bodies(terminal, tree, one)
        if terminal.as_json:
            terminal.value(_document(tree, one, log))


def _print(terminal: Terminal, one: Exchanged, log: EventLog | None) -> None:
    kept = one.kept
    method = kept.method if kept is not None else "POST"
    what = f"{method} {one.url}" if one.url else _local(one)
    terminal.line(f"[{one.node}] {what}{_beside(one)}", "heading")
    if one.error is not None:
        terminal.line(f"  {one.error.message}", "error")
    if kept is None:
        terminal.line("  No HTTP exchange is kept.", "quiet")
        return
    terminal.line(
        f"  {kept.status or 'no status'} · {one.size:,} bytes · {kept.seconds:.3f} s · {_chunks(len(kept.arrivals))}"
    )
    steps = (f"{english(step.words)} {step.length:.1f} ms" for step in spans(kept))
    terminal.line(f"  {' · '.join(steps)}".rstrip(), "quiet")
    for sign, headers in ((">", kept.request_headers), ("<", kept.headers)):
        for name, value in headers:
            terminal.line(f"  {sign} {name}: {value}", "quiet")
    if log is not None:
        _print_events(terminal, log)


def _beside(one: Exchanged) -> str:
    """Why it was sent, where it is none of the session's own requests."""
    if one.asked is not None:
        return f" · asked by {one.asked.server}"
    return " · choice of groups" if one.choice is not None else ""


def _chunks(count: int) -> str:
    return "1 chunk" if count == 1 else f"{count:,} chunks"


def _print_bodies(terminal: Terminal, tree: Tree, one: Exchanged) -> None:
    """The request's body and the reply's, each behind its sign."""
    came = one.kept.body if one.kept is not None else b""
    for sign, body in ((">", body_of(tree, one)), ("<", came)):
        for line in visible(body.decode("utf-8", "replace")).splitlines():
            terminal.line(f"  {sign} {line}".rstrip())


def _print_events(terminal: Terminal, log: EventLog) -> None:
    wrong: dict[int, list[str]] = {}
    for defect in log.defects:
        wrong.setdefault(defect.event, []).append(english(defect.words))
    for event in log.events:
        mark = "!" if event.number in wrong else " "
        text = event.text if len(event.text) <= _TEXT else f"{event.text[: _TEXT - 1]}…"
        line = f"  {mark} {event.number:>5} {event.ms:>7} ms {event.size:>7} B  {_kinds(event):<12} {text}"
        terminal.line(line.rstrip(), "error" if mark == "!" else "")
        for sentence in wrong.get(event.number, ()):
            terminal.line(f"          {sentence}", "error")
    if log.unlisted:
        terminal.line(f"  … and {log.unlisted:,} more events", "quiet")


def _kinds(event: WireEvent) -> str:
    return ", ".join(english(words(f"wire.{kind}")) for kind in event.kinds)


def _local(one: Exchanged) -> str:
    if not one.is_own:
        return "no HTTP exchange"
    return {"scripted": "answered by the script", "recorded": "answered by the recording"}.get(
        one.request.source, "answered by hand"
    )


def _document(tree: Tree, one: Exchanged, log: EventLog | None) -> dict[str, Any]:
    made: dict[str, Any] = {"node": one.node, "source": one.request.source, "url": one.url}
    if one.choice is not None:
        made["groups"] = one.choice.groups
    if one.asked is not None:
        made["server"] = one.asked.server
    if one.error is not None:
        made["error"] = one.error
    if one.kept is not None:
        made |= _exchange(one.kept) | {"request": body_of(tree, one).decode("utf-8", "replace")}
    if log is not None:
        made |= {"events": log.events, "unlisted": log.unlisted, "assembled": log.assembled(len(log.events))}
        made["defects"] = [
            {"event": one.event, "code": one.code, "severity": one.severity, "sentence": english(one.words)}
            for one in log.defects
        ]
    return made


def _exchange(kept: KeptExchange) -> dict[str, Any]:
    return {
        "method": kept.method,
        "status": kept.status,
        "seconds": kept.seconds,
        "times": kept.times,
        "steps": [{"step": step.key, "start": step.start, "end": step.end} for step in spans(kept)],
        "request_headers": kept.request_headers,
        "headers": kept.headers,
        "chunks": kept.arrivals,
        "body": kept.body.decode("utf-8", "replace"),
    }
