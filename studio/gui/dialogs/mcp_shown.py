"""What a server starts or asks, line by line as it is read before trusting it. Nothing that the environment or the keyring holds is in it.

Above: the trust of a server. Below: `workspace/serving`. Words are those of the context `McpShown`.
"""

from PySide6.QtCore import QCoreApplication

from studio.gui.words import fill
from studio.present.text_lines import spelled
from studio.workspace.serving import ServerShown

translate = QCoreApplication.translate


def shown_lines(shown: ServerShown) -> list[str]:
    """The exact command or address, and all that goes along."""
    lines = [spelled(shown.command), ""]
    if shown.kind != "http":
        program = shown.program or translate("McpShown", "not found")
        lines.append(fill(translate("McpShown", "Program: {path}"), path=spelled(program)))
        folder = shown.folder or translate("McpShown", "that of this program")
        lines.append(fill(translate("McpShown", "Folder: {path}"), path=spelled(folder)))
    lines += _named(translate("McpShown", "Variables"), [f"{name}={value}" for name, value in shown.env])
    lines += _named(translate("McpShown", "Headers"), list(shown.headers))
    filled = translate("McpShown", "Filled in from the environment or the keyring when it starts")
    return [*lines, *_named(filled, list(shown.variables))]


def _named(title: str, values: list[str]) -> list[str]:
    head = fill(translate("McpShown", "{title}:"), title=title)
    return ["", head, *(f"  {spelled(value)}" for value in values)] if values else []
