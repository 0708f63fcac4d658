"""The tokens as Qt's palette, set in every case, so that nothing of the desktop's colours shines through.

Above it `theme`. Knows no widget.
"""

from PySide6.QtGui import QColor, QPalette

from studio.gui.look.tokens import Tokens

_Role = QPalette.ColorRole
_Group = QPalette.ColorGroup


def palette(tokens: Tokens) -> QPalette:
    """The palette of a theme, for active, inactive and disabled widgets."""
    made = QPalette()
    for role, token in _ROLES.items():
        made.setColor(role, QColor(getattr(tokens, token)))
    for role in (_Role.WindowText, _Role.Text, _Role.ButtonText, _Role.HighlightedText):
        made.setColor(_Group.Disabled, role, QColor(tokens.disabled))
    return made


_ROLES = {
    _Role.Window: "window",
    _Role.WindowText: "text",
    _Role.Base: "surface",
    _Role.AlternateBase: "raised",
    _Role.ToolTipBase: "raised",
    _Role.ToolTipText: "text",
    _Role.PlaceholderText: "faint",
    _Role.Text: "text",
    _Role.Button: "raised",
    _Role.ButtonText: "text",
    _Role.BrightText: "error",
    _Role.Light: "surface",
    _Role.Midlight: "hover",
    _Role.Mid: "border",
    _Role.Dark: "strong",
    _Role.Shadow: "border",
    _Role.Highlight: "sel",
    _Role.HighlightedText: "text",
    _Role.Accent: "accent",
    _Role.Link: "accent",
    _Role.LinkVisited: "agent",
}
