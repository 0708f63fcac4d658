"""What a choice in a row's menu does, and whether it can be done now.

Above: the timeline pane. Below: `timeline_wishes` (the signals), `timeline_menu`, the row. Moves nothing by itself.
"""

from typing import Any

from PySide6.QtGui import QGuiApplication

from studio.gui.panes.timeline_menu import row_text, target
from studio.gui.panes.timeline_port import TimelineSource
from studio.gui.panes.timeline_wishes import TimelineWishes
from studio.present.row import Row
from studio.present.row_kinds import name_of
from studio.present.row_stops import place_after, place_before, place_of_row
from studio.present.row_texts import row_json
from studio.session.nodes import NodeId
from studio.session.tree import ROOT

MOVES = ("run_to", "rewind", "fork", "rerun", "send_again", "export_test")
_OF_WINDOW = ("copy_curl", "copy_python")
"""Actions of the window, which look at the selected row themselves."""
_ASKED = ("request", "failed", "response")


def choose(pane: TimelineWishes, source: TimelineSource | None, id: str, row: Row) -> None:
    """Do what an entry of a row's menu is for."""
    if id in MOVES:
        _signals(pane)[id].emit(target(id, row))
    elif id in _OF_WINDOW:
        pane.action_wanted.emit(id)
    elif id in ("copy_text", "copy_json"):
        _copy(source, id, row)
    else:
        _of_row(pane, id, row)


def _of_row(pane: TimelineWishes, id: str, row: Row) -> None:
    match id:
        case "edit":
            pane.activated.emit(row)
        case "mock_tool":
            pane.mock_requested.emit(row.tool, row.call)
        case "record_rule":
            pane.rule_requested.emit(row.event)
        case "breakpoint":
            pane.breakpoint_wanted.emit(place_of_row(row))
        case "compare":
            pane.compare_requested.emit(row.event)
        case "stop_before" | "stop_after":
            pane.breakpoint_form_wanted.emit(place_before(row) if id == "stop_before" else place_after(row))
        case _:
            raise KeyError(id)


def _signals(pane: TimelineWishes) -> dict[str, Any]:
    return {
        "run_to": pane.run_to_requested,
        "rewind": pane.rewind_requested,
        "fork": pane.fork_requested,
        "rerun": pane.rerun_requested,
        "send_again": pane.send_again_requested,
        "export_test": pane.test_requested,
    }


def _copy(source: TimelineSource | None, id: str, row: Row) -> None:
    if source is not None:
        make = row_text if id == "copy_text" else row_json
        QGuiApplication.clipboard().setText(make(row, source.journal.tree))


def allowed(source: TimelineSource | None, id: str, row: Row) -> bool:
    """Whether an entry of a row's menu can be chosen now."""
    if source is None:
        return False
    if id in MOVES:
        return row.kind != "next" and source.allowed(id, target(id, row))
    if id in ("mock_tool", "record_rule"):
        kinds = ("call", "result", "error") if id == "mock_tool" else ("result", "error")
        return row.kind in kinds and bool(row.tool) and source.allowed(id, row.event)
    if id in ("breakpoint", "stop_before", "stop_after"):
        return place_of_row(row) is not None and source.allowed("breakpoint", row.event)
    return _shows(id, row)


def _shows(id: str, row: Row) -> bool:
    """Whether a row has what an entry that changes nothing is about."""
    match id:
        case "copy_json":
            return row.event != ROOT
        case "copy_curl" | "copy_python":
            return row.kind in _ASKED
        case "edit":
            return row.kind in (*_ASKED, "call", "result", "error", "message")
        case "compare":
            return row.kind in (*_ASKED, "call", "result", "error")
        case "hide_kind":
            return bool(name_of(row.kind))
        case _:
            return True


def looked_at(row: Row) -> NodeId | None:
    """The node that a row lets the person look at; the next step is looked at through the head."""
    return None if row.kind in ("next", "session") else row.event if row.event != ROOT else row.node
