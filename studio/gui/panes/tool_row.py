"""What a row of the Tools dock says of a tool: where it comes from, and the row as a tooltip and as it is read aloud.

Above: `tools_model`, `tools_paint`, the page of a tool. Below: `tool_marks`, `offered_words`. Knows no session, only its setup.
"""

from PySide6.QtCore import QCoreApplication

from studio.checks.tool_advice import ToolAdvice
from studio.gui.panes.offered_words import why_not_words, why_words
from studio.gui.panes.tool_lines import ToolLine
from studio.gui.panes.tool_marks import tool_marks
from studio.gui.words import fill, number, say, sentence, tip, together
from studio.messages.toolspec import ToolSpec
from studio.present.declared_tools import kind_sentence, kind_word
from studio.session.agents import Agent
from studio.session.executors import CommandLine, HttpEndpoint
from studio.session.mcp_servers import server_of
from studio.session.setup import Setup
from studio.session.toolbox import OfferedTool

translate = QCoreApplication.translate

_MOST_NOTES = 3


def tool_source(tool: ToolSpec, setup: Setup) -> str:
    """Where a tool comes from, in few words: its kind, how it runs, its file."""
    kind, runs = kind_word(tool), _runs(tool, setup)
    said = [say(kind)] if kind is not None else []
    said += [runs] if runs else []
    if tool.source:
        said.append(tool.source)
    elif not said:
        said.append(translate("ToolRow", "by hand"))
    return " · ".join(said)


def short_source(tool: ToolSpec, setup: Setup) -> str:
    """The same in one word, where there is little room: py, http, command, agent, mcp."""
    if runs := _runs(tool, setup):
        return runs
    if from_file(tool, setup):
        return translate("ToolRow", "py")
    return tool.source or translate("ToolRow", "by hand")


def _runs(tool: ToolSpec, setup: Setup) -> str:
    executor = setup.executors.get(tool.name)
    if isinstance(executor, HttpEndpoint):
        return translate("ToolRow", "http")
    if isinstance(executor, CommandLine):
        return translate("ToolRow", "command")
    if isinstance(executor, Agent):
        return translate("ToolRow", "agent")
    served = bool(setup.servers) and server_of(setup.servers, tool) is not None
    return translate("ToolRow", "mcp") if served else ""


def from_file(tool: ToolSpec, setup: Setup) -> bool:
    """Whether a Python file of the session gives the tool."""
    return any(file.path.replace("\\", "/").rsplit("/", 1)[-1] == tool.source for file in setup.files)


def told_words(line: ToolLine) -> str:
    """Why a tool is in or not."""
    return why_words(line.told) if isinstance(line.told, OfferedTool) else why_not_words(line.told)


def note_words(note: ToolAdvice) -> str:
    """What a check says of a tool, with its advice."""
    return together(sentence(note.sentence), sentence(note.advice))


def row_tip(line: ToolLine, setup: Setup) -> str:
    """All that a row stands for."""
    tool, kind = line.tool, kind_sentence(line.tool)
    said = [
        tool.description or tool.name,
        say(kind) if kind is not None else "",
        tool_source(tool, setup),
        told_words(line),
        *(mark.words for mark in tool_marks(tool, setup)),
        fill(translate("ToolRow", "Its declaration costs about {n} tokens."), n=number(line.tokens)),
        *(note_words(note) for note in line.notes[:_MOST_NOTES]),
    ]
    return tip("\n".join(filter(None, said)))


def spoken(line: ToolLine, setup: Setup) -> str:
    """A row as it is read aloud."""
    tool = line.tool
    said = [
        tool.name,
        translate("ToolRow", "sent") if line.sent else translate("ToolRow", "not sent"),
        told_words(line),
        tool_source(tool, setup),
        *(mark.short for mark in tool_marks(tool, setup)),
        fill(translate("ToolRow", "about {n} tokens"), n=number(line.tokens)),
        fill(translate("ToolRow", "notes of the checks: {n}"), n=len(line.notes)) if line.notes else "",
    ]
    return ", ".join(filter(None, said))
