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
        "find": translate("StudioWindow", "Find"),
        "compare": translate("StudioWindow", "Compare"),
        "sample": translate("StudioWindow", "Sample"),
        "context": translate("StudioWindow", "Context"),
        "cost": translate("StudioWindow", "Cost"),
    }


def problems_title(errors: int, warnings: int) -> str:
    """The title of the problems with how many of each kind there are."""
    title = [dock_titles()["problems"]]
    if errors:
        one, several = translate("StudioWindow", "1 error"), translate("StudioWindow", "{n} errors")
        title.append(one if errors == 1 else several.format(n=errors))
    if warnings:
        one, several = translate("StudioWindow", "1 warning"), translate("StudioWindow", "{n} warnings")
        title.append(one if warnings == 1 else several.format(n=warnings))
    return " · ".join(title)


def counted_title(name: str, count: int) -> str:
    """The title of a dock with what it counts: servers that failed."""
    if not count:
        return dock_titles()[name]
    return translate("StudioWindow", "MCP · {n} failed").format(n=count)


def tabs_name() -> str:
    """What a screen reader says of the tabs at the bottom."""
    return translate("StudioWindow", "Parts at the bottom")
