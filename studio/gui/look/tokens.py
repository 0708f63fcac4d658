"""The colour tokens of the three themes and their contrast, as plain data.

Above it `theme` turns them into Qt's colours. Knows no Qt and no widget.
"""

import msgspec


class Tokens(msgspec.Struct, frozen=True):
    """One theme's colours, each as `#RRGGBB`, named after what they mean."""

    window: str
    surface: str
    raised: str
    inset: str
    hover: str
    border: str
    strong: str
    text: str
    muted: str
    faint: str
    disabled: str
    accent: str
    accent_text: str
    sel: str
    request: str
    response: str
    call: str
    result: str
    agent: str
    mock: str
    edit: str
    error: str
    fork: str
    warn: str
    breakpoint: str
    paused_ground: str
    paused_line: str
    paused_text: str
    soft_ok: str
    soft_err: str
    soft_edit: str
    soft_mock: str
    soft_warn: str
    code_key: str
    code_string: str
    code_number: str
    code_word: str
    code_sign: str
    caret_line: str
    search_hit: str


LIGHT = Tokens(
    window="#EEF0F3",
    surface="#FFFFFF",
    raised="#F7F8FA",
    inset="#EFF2F6",
    hover="#E6EAF0",
    border="#D3D9E1",
    strong="#808B9A",
    text="#1A222D",
    muted="#556070",
    faint="#5E6978",
    disabled="#9AA4B1",
    accent="#2C55C9",
    accent_text="#FFFFFF",
    sel="#DDE7FD",
    request="#556579",
    response="#2364C4",
    call="#9A5200",
    result="#1B7347",
    agent="#6F42B8",
    mock="#6F42B8",
    edit="#A8256C",
    error="#BF2A2A",
    fork="#0B7079",
    warn="#8F5A00",
    breakpoint="#D3291D",
    paused_ground="#FFF1CC",
    paused_line="#B27600",
    paused_text="#5E3E00",
    soft_ok="#E3F4EA",
    soft_err="#FCE8E7",
    soft_edit="#FBE7F1",
    soft_mock="#EEE8FB",
    soft_warn="#FFF3D9",
    code_key="#0B4F9E",
    code_string="#22663A",
    code_number="#93470A",
    code_word="#8A2A8A",
    code_sign="#5B6675",
    caret_line="#F3F6FA",
    search_hit="#FFE58A",
)

DARK = Tokens(
    window="#14171C",
    surface="#1B1F26",
    raised="#21262E",
    inset="#272D37",
    hover="#2D3440",
    border="#353D49",
    strong="#768294",
    text="#E3E8EF",
    muted="#A3AEBC",
    faint="#8E9AAA",
    disabled="#626D7C",
    accent="#7EA6FF",
    accent_text="#0E1420",
    sel="#2A3B63",
    request="#A3B1C4",
    response="#78AEFF",
    call="#F0AE5A",
    result="#63CD97",
    agent="#BC9CF7",
    mock="#BC9CF7",
    edit="#F38FC3",
    error="#FF8078",
    fork="#58C8D2",
    warn="#F2BE6B",
    breakpoint="#FF5D50",
    paused_ground="#3B3014",
    paused_line="#E2B03C",
    paused_text="#FFDD8F",
    soft_ok="#1B3328",
    soft_err="#3D2223",
    soft_edit="#3C2233",
    soft_mock="#2F2847",
    soft_warn="#3A2E16",
    code_key="#8DBBFF",
    code_string="#8AD6A5",
    code_number="#F0AE7A",
    code_word="#D7A2EE",
    code_sign="#9DA9B8",
    caret_line="#222831",
    search_hit="#4A3C0C",
)

HIGH_CONTRAST = Tokens(
    window="#000000",
    surface="#000000",
    raised="#000000",
    inset="#000000",
    hover="#2B2B2B",
    border="#FFFFFF",
    strong="#FFFFFF",
    text="#FFFFFF",
    muted="#FFFFFF",
    faint="#E0E0E0",
    disabled="#A6A6A6",
    accent="#FFE14D",
    accent_text="#000000",
    sel="#00307A",
    request="#FFFFFF",
    response="#8CCBFF",
    call="#FFC266",
    result="#7CF2A8",
    agent="#D9B8FF",
    mock="#D9B8FF",
    edit="#FFAAD8",
    error="#FFB0A8",
    fork="#6FE9F2",
    warn="#FFD24D",
    breakpoint="#FF7F74",
    paused_ground="#000000",
    paused_line="#FFB020",
    paused_text="#FFE14D",
    soft_ok="#000000",
    soft_err="#000000",
    soft_edit="#000000",
    soft_mock="#000000",
    soft_warn="#000000",
    code_key="#9ED2FF",
    code_string="#9CF2BA",
    code_number="#FFC08A",
    code_word="#F0B8FF",
    code_sign="#FFFFFF",
    caret_line="#1E1E1E",
    search_hit="#453700",
)

TABLES: dict[str, Tokens] = {"light": LIGHT, "dark": DARK, "high_contrast": HIGH_CONTRAST}

# The ground of a soft chip or bar and the colour of the text that stands on it.
SOFT_TEXT = {
    "soft_ok": "result",
    "soft_err": "error",
    "soft_edit": "edit",
    "soft_mock": "mock",
    "soft_warn": "warn",
    "inset": "muted",
    "paused_ground": "paused_text",
}


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two `#RRGGBB` colours, 1 to 21, as WCAG 2 defines it."""
    lights = sorted((_luminance(first), _luminance(second)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
