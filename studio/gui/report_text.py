"""The report that a person copies for whoever helps: versions, how the window stands, and what went wrong. No key, no text of a session.

Above: `help_room`, the dialog of it. Below: `last_resort`, `bridge`, Qt. What the program said goes along only where that is chosen.
"""

import locale
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from PySide6 import __version__ as qt_version
from PySide6.QtGui import QGuiApplication

from studio.gui.bridge import Bridge
from studio.gui.last_resort import UNEXPECTED
from studio.gui.look.theme import theme
from studio.workspace.workspace import Workspace

_LIBRARIES = ("PySide6", "qasync", "msgspec", "pydantic", "httpx", "mcp", "jsonschema", "keyring")


def report_text(
    workspace: Workspace, bridge: Bridge, said: Sequence[str], *, session: bool = True, messages: bool = False
) -> str:
    """The report. `session`: how large the open session is and by whom it is answered; `messages`: what the
    program `said` last."""
    parts = [_program(), _window(workspace)]
    if session:
        parts.append(_session(bridge))
    parts.append(_errors())
    if messages:
        parts.append("\n".join(("Said last:", *(f"- {each}" for each in said or ("nothing",)))))
    return workspace.blanked("\n\n".join(filter(None, parts)) + "\n")


def _program() -> str:
    libraries = [f"  {name} {found}" for name in _LIBRARIES if (found := _version(name))]
    return "\n".join(
        (
            f"Toolcall Studio {_version('toolcall-studio') or '(a checkout)'}",
            f"Python {platform.python_version()}, Qt for Python {qt_version}",
            f"{platform.platform()}, {platform.machine()}",
            *libraries,
        )
    )


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _window(workspace: Workspace) -> str:
    settings, screen = workspace.settings, QGuiApplication.primaryScreen()
    size, scale = screen.size(), screen.devicePixelRatio()
    return "\n".join(
        (
            f"Platform {QGuiApplication.platformName()}, screen {size.width()}×{size.height()} at {scale:g}",
            f"Theme {theme().name}, language {settings.language or 'of the system'}, locale {locale.getlocale()[0] or 'none'}",
        )
    )


def _session(bridge: Bridge) -> str:
    session = bridge.session
    if session is None:
        return "No session is open."
    setup, stop = session.state.setup, session.stop
    facts = (
        ("events", len(session.tree)),
        ("branches", len(session.branches)),
        ("round", session.state.rounds),
        ("tools", len(setup.tools)),
        ("MCP servers", len(setup.servers)),
        ("damaged lines", len(session.damage)),
        ("answered by", setup.responder.kind),
        ("dialect", setup.responder.dialect),
        ("stopped", stop.reason if stop is not None else "no"),
    )
    return "\n".join(("The open session:", *(f"  {name}: {value}" for name, value in facts)))


def _errors() -> str:
    if not UNEXPECTED:
        return "Unexpected errors: none"
    return "\n\n".join(("Unexpected errors, the last one at the end:", *UNEXPECTED))
