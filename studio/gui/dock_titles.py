"""The titles of the docks in the language in force.

Above: `window`. Below: Qt. Knows no dock.
"""

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def dock_titles() -> dict[str, str]:
    """The title of each dock by its name."""
    return {
        "timeline": translate("StudioWindow", "Timeline"),
        "tools": translate("StudioWindow", "Tools"),
        "breakpoints": translate("StudioWindow", "Breakpoints"),
        "watch": translate("StudioWindow", "Watch"),
        "problems": translate("StudioWindow", "Problems"),
        "console": translate("StudioWindow", "Console"),
        "http": translate("StudioWindow", "HTTP"),
        "events": translate("StudioWindow", "Stream events"),
        "mcp": translate("StudioWindow", "MCP"),
        "branches": translate("StudioWindow", "Branches"),
    }
