"""The shapes of the icons, as SVG elements on a grid of 16; `{c}` is where the colour goes.

Lines are drawn 1.5 wide with round ends unless a shape says otherwise. One shape a meaning, everywhere.
"""

_DOT = "<circle cx='8' cy='12.6' r='1.9' fill='{c}' stroke='none'/>"
_TICK = "<path d='M3 8.6 6.4 12 13 4.6'/>"
_FLASK = (
    "<path d='M5.8 2h4.4M6.6 2v4.2L3.1 12.3A1.2 1.2 0 0 0 4.2 14h7.6a1.2 1.2 0 0 0 1.1-1.7L9.4 6.2V2'/>"
    "<path d='M4.7 10h6.6'/>"
)
_BANG = "<path d='M8 4.7v4'/><circle cx='8' cy='11.3' r='.5' fill='{c}' stroke-width='.9'/>"

SHAPES: dict[str, str] = {
    "run": (
        "<path d='M4.5 2.8v10.4a.5.5 0 0 0 .8.4l8.2-5.2a.5.5 0 0 0 0-.8L5.3 2.4a.5.5 0 0 0-.8.4z' fill='{c}' "
        "stroke='none'/>"
    ),
    "pause": "<path d='M5.5 3.2v9.6M10.5 3.2v9.6' stroke-width='2'/>",
    "paused": "<path d='M5.5 3.2v9.6M10.5 3.2v9.6' stroke-width='2.4'/>",
    "stop": "<rect x='3.4' y='3.4' width='9.2' height='9.2' rx='1.4' fill='{c}' stroke='none'/>",
    "step": (
        "<path d='M2.6 9.2C2.6 5.4 5 3.4 8 3.4c2.4 0 4.3 1.4 5 3.6'/><path d='M13.6 3.6 13.2 7.2 9.7 6.6'/>" + _DOT
    ),
    "step_into": "<path d='M8 1.6v6.8M4.9 5.6 8 8.6l3.1-3'/>" + _DOT,
    "step_out": "<path d='M8 9.2V2M4.9 4.9 8 1.9l3.1 3'/>" + _DOT,
    "step_back": (
        "<path d='M13.4 9.2c0-3.8-2.4-5.8-5.4-5.8C5.6 3.4 3.7 4.8 3 7'/><path d='M2.4 3.6 2.8 7.2 6.3 6.6'/>" + _DOT
    ),
    "to_here": "<path d='M1.8 8h8.4M7.2 4.7 10.5 8l-3.3 3.3M13.4 3v10'/>",
    "fork": (
        "<circle cx='4.6' cy='3.6' r='1.6'/><circle cx='4.6' cy='12.4' r='1.6'/><circle cx='11.6' cy='5.4' "
        "r='1.6'/><path d='M4.6 5.2v5.6M11.6 7c0 2.6-3.6 2-6.4 3.9'/>"
    ),
    "branch": (
        "<circle cx='4.6' cy='12.4' r='1.6'/><circle cx='11.6' cy='3.6' r='1.6'/><path d='M4.6 10.8V2.2M11.6 "
        "5.2c0 3.6-6.6 2.2-6.9 5.6'/>"
    ),
    "restart": "<path d='M12.9 9.6A5.2 5.2 0 1 1 12.2 5'/><path d='M12.9 1.9v3.5H9.4'/>",
    "retry": (
        "<path d='M2.8 7.2a5.2 5.2 0 0 1 9.7-1.5M13.2 8.8a5.2 5.2 0 0 1-9.7 1.5'/><path d='M12.9 2.6v3.2H9.7M3.1 "
        "13.4v-3.2h3.2'/>"
    ),
    "request": "<path d='M3.6 12.4l8.6-8.6M5.4 3.6h7v7'/>",
    "response": "<path d='M12.4 3.6 3.8 12.2M10.6 12.4h-7v-7'/>",
    "call": (
        "<path d='M13.6 4.3a3.7 3.7 0 0 1-4.9 4.5L4.6 13a1.75 1.75 0 0 1-2.5-2.5l4.1-4.2a3.7 3.7 0 0 1 "
        "4.5-4.9L8.5 3.7l.5 2.3 2.3.5z'/>"
    ),
    "result": _TICK,
    "tick": _TICK,
    "error": "<path d='M4 4l8 8M12 4l-8 8'/>",
    "close": "<path d='M4.2 4.2l7.6 7.6M11.8 4.2l-7.6 7.6'/>",
    "provider_error": "<circle cx='8' cy='8' r='6.1'/>" + _BANG,
    "person": "<circle cx='8' cy='5.2' r='2.9'/><path d='M2.6 13.8c.4-3 2.5-4.4 5.4-4.4s5 1.4 5.4 4.4'/>",
    "agent": (
        "<rect x='2.6' y='5.6' width='10.8' height='7.8' rx='2'/><path d='M8 5.6V2.8'/><circle cx='8' cy='2.3' "
        "r='.9' fill='{c}' stroke='none'/><circle cx='5.8' cy='9.3' r='1' fill='{c}' stroke='none'/><circle "
        "cx='10.2' cy='9.3' r='1' fill='{c}' stroke='none'/>"
    ),
    "edit": "<path d='M10.3 3.1l2.6 2.6-7.5 7.5-3.1.5.5-3.1zM8.9 4.5l2.6 2.6'/>",
    "mock": _FLASK,
    "lock": (
        "<rect x='3.2' y='7' width='9.6' height='6.6' rx='1.4'/><path d='M5.2 7V4.8a2.8 2.8 0 0 1 5.6 0V7'/>"
        "<path d='M8 9.6v1.6'/>"
    ),
    "columns": "<rect x='2.4' y='3' width='11.2' height='10' rx='1.4'/><path d='M8 3v10'/>",
    "search": "<circle cx='6.9' cy='6.9' r='4.4'/><path d='M10.2 10.2 14 14'/>",
    "filter": "<path d='M2.2 3h11.6L9.5 8.2v4.3l-3 1.3V8.2z'/>",
    "kinds": (
        "<path d='M6.4 3.6h7.2M6.4 8h7.2M6.4 12.4h7.2'/><circle cx='3.2' cy='3.6' r='1.1' fill='{c}' stroke='none'/>"
        "<circle cx='3.2' cy='8' r='1.1' fill='{c}' stroke='none'/><circle cx='3.2' cy='12.4' r='1.1' fill='{c}' "
        "stroke='none'/>"
    ),
    "plus": "<path d='M8 3v10M3 8h10'/>",
    "minus": "<path d='M3 8h10'/>",
    "dots": (
        "<circle cx='3.4' cy='8' r='1.2' fill='{c}' stroke='none'/><circle cx='8' cy='8' r='1.2' fill='{c}' "
        "stroke='none'/><circle cx='12.6' cy='8' r='1.2' fill='{c}' stroke='none'/>"
    ),
    "chevron_down": "<path d='M4 6.2 8 10.2l4-4'/>",
    "chevron_left": "<path d='M9.8 4l-4 4 4 4'/>",
    "chevron_right": "<path d='M6.2 4l4 4-4 4'/>",
    "chevron_up": "<path d='M4 9.8 8 5.8l4 4'/>",
    "gear": (
        "<circle cx='8' cy='8' r='2.3'/><path d='M8 1.7v2.1M8 12.2v2.1M1.7 8h2.1M12.2 8h2.1M3.5 3.5l1.5 1.5M11 "
        "11l1.5 1.5M3.5 12.5 5 11M11 5l1.5-1.5'/>"
    ),
    "warn": (
        "<path d='M8 2.3 14.3 13.4H1.7z'/><path d='M8 6.6v3'/><circle cx='8' cy='11.5' r='.4' fill='{c}' "
        "stroke-width='.8'/>"
    ),
    "info": (
        "<circle cx='8' cy='8' r='6.1'/><path d='M8 7.4v3.9'/><circle cx='8' cy='4.9' r='.5' fill='{c}' "
        "stroke-width='.9'/>"
    ),
    "next": "<circle cx='8' cy='8' r='4.3'/>",
    "ring": "<circle cx='8' cy='8' r='4.3'/>",
    "arrow_head": (
        "<path d='M1.6 5.8h6V2.6L14.4 8l-6.8 5.4v-3.2h-6z' fill='{c}' stroke-linejoin='round' stroke-width='.8'/>"
    ),
    "breakpoint": "<circle cx='8' cy='8' r='5' fill='{c}' stroke='none'/>",
    "undo": "<path d='M5.6 2.8 2.6 5.8l3 3'/><path d='M2.8 5.8h6.4a3.8 3.8 0 0 1 0 7.6H6'/>",
    "redo": "<path d='M10.4 2.8l3 3-3 3'/><path d='M13.2 5.8H6.8a3.8 3.8 0 0 0 0 7.6H10'/>",
    "rollback": "<path d='M5.4 6.6 2.2 9.8l3.2 3.2'/><path d='M2.4 9.8h8a3.2 3.2 0 0 0 3.2-3.2V3'/>",
    "folder": (
        "<path d='M1.9 12.2V4a1 1 0 0 1 1-1h3l1.5 1.8h5.7a1 1 0 0 1 1 1v6.4a1 1 0 0 1-1 1H2.9a1 1 0 0 1-1-1z'/>"
    ),
    "file": (
        "<path d='M4 1.9h5.2L12.6 5.4v8a.8.8 0 0 1-.8.8H4a.8.8 0 0 1-.8-.8V2.7A.8.8 0 0 1 4 1.9z'/><path d='M9 "
        "2v3.6h3.4'/>"
    ),
    "globe": (
        "<circle cx='8' cy='8' r='6.1'/><path d='M1.9 8h12.2M8 1.9c3.6 3.5 3.6 8.7 0 12.2M8 1.9c-3.6 3.5-3.6 8.7 "
        "0 12.2'/>"
    ),
    "bolt": "<path d='M9.2 1.8 3.4 9h3.8l-.6 5.2L12.6 7H8.6z'/>",
    "scissors": (
        "<circle cx='4' cy='4.2' r='1.9'/><circle cx='4' cy='11.8' r='1.9'/><path d='M5.5 5.4 13.6 12M5.5 10.6 "
        "13.6 4'/>"
    ),
    "copy": (
        "<rect x='5.6' y='5.6' width='8' height='8.2' rx='1.2'/><path d='M10.4 5.4V3.4a1.2 1.2 0 0 "
        "0-1.2-1.2H3.6a1.2 1.2 0 0 0-1.2 1.2v6a1.2 1.2 0 0 0 1.2 1.2h1.8'/>"
    ),
    "send": "<path d='M2.2 7.4 13.8 2.4 9.6 13.8 7.2 9z'/><path d='M7.2 9 13.6 2.6'/>",
    "trash": (
        "<path d='M2.6 4.2h10.8M6 4V2.4h4V4M4 4.4l.7 9a.8.8 0 0 0 .8.7h5a.8.8 0 0 0 .8-.7l.7-9M6.8 7v4.4M9.2 7v4.4'/>"
    ),
    "key": "<circle cx='5' cy='11' r='2.9'/><path d='M7.1 8.9 13.6 2.4M11 5l2 2'/>",
    "keyboard": (
        "<rect x='1.6' y='3.8' width='12.8' height='8.4' rx='1.4'/>"
        "<path d='M4.2 6.6h.6M7 6.6h.6M9.6 6.6h.6M12 6.6h.1M5 9.4h6'/>"
    ),
    "reject": "<circle cx='8' cy='8' r='6.1'/><path d='M3.8 12.2l8.4-8.4'/>",
    "more": "<path d='M3.4 4l4 4-4 4M8.6 4l4 4-4 4'/>",
    "link": (
        "<path d='M6.8 9.2a2.8 2.8 0 0 0 4 0l2.4-2.4a2.8 2.8 0 0 0-4-4L8.4 3.6M9.2 6.8a2.8 2.8 0 0 0-4 0L2.8 "
        "9.2a2.8 2.8 0 0 0 4 4l.8-.8'/>"
    ),
    "calendar": "<rect x='2.4' y='3.4' width='11.2' height='10.4' rx='1.4'/><path d='M2.4 6.8h11.2M5.4 1.8v3M10.6 1.8v3'/>",
    "clock": "<circle cx='8' cy='8' r='6.1'/><path d='M8 4.4V8l2.4 1.8'/>",
    "eye": "<path d='M1.6 8S4 3.6 8 3.6 14.4 8 14.4 8 12 12.4 8 12.4 1.6 8 1.6 8z'/><circle cx='8' cy='8' r='2'/>",
    "braces": (
        "<path d='M6.4 2.2c-1.8 0-2.3.8-2.3 2v1.9c0 1.1-.6 1.9-1.8 1.9 1.2 0 1.8.8 1.8 1.9v1.9c0 1.2.5 2 2.3 2M9.6 "
        "2.2c1.8 0 2.3.8 2.3 2v1.9c0 1.1.6 1.9 1.8 1.9-1.2 0-1.8.8-1.8 1.9v1.9c0 1.2-.5 2-2.3 2'/>"
    ),
    "sound": "<path d='M2.4 6v4h2.5l3.7 3V3L4.9 6z'/><path d='M10.9 5.8a3.1 3.1 0 0 1 0 4.4M12.8 4a5.7 5.7 0 0 1 0 8'/>",
    "save": "<path d='M8 2v7.4M4.9 6.6 8 9.6l3.1-3M2.6 11v1.8a1 1 0 0 0 1 1h8.8a1 1 0 0 0 1-1V11'/>",
    "up": "<path d='M8 13V3M4 7l4-4 4 4'/>",
    "down": "<path d='M8 3v10M4 9l4 4 4-4'/>",
    "dot": "<circle cx='8' cy='8' r='3.4' fill='{c}' stroke='none'/>",
    "diamond": "<path d='M8 3 13 8l-5 5-5-5z' fill='{c}' stroke='none'/>",
    "conditional": "<circle cx='8' cy='8' r='4.6'/><path d='M5.8 6.9h4.4M5.8 9.1h4.4' stroke-width='1.2'/>",
    "pin": "<path d='M5.4 2h5.2M6.4 2v4.4L4 9.2h8L9.6 6.4V2M8 9.2V14'/>",
    "server": (
        "<rect x='2.2' y='2.6' width='11.6' height='4.6' rx='1.2'/><rect x='2.2' y='8.8' width='11.6' height='4.6' "
        "rx='1.2'/><path d='M5 4.9h.1M5 11.1h.1'/>"
    ),
    "both_ways": "<path d='M2.4 5.4h10.4M10.2 2.8l2.6 2.6-2.6 2.6M13.6 10.8H3.2M5.8 8.2l-2.6 2.6 2.6 2.6'/>",
    "coins": (
        "<ellipse cx='8' cy='4.4' rx='5.2' ry='2.2'/><path d='M2.8 4.4v7.2c0 1.2 2.3 2.2 5.2 2.2s5.2-1 5.2-2.2V4.4M2.8 8"
        "c0 1.2 2.3 2.2 5.2 2.2s5.2-1 5.2-2.2'/>"
    ),
    "layers": "<path d='M8 2.2 14 5.4 8 8.6 2 5.4zM2.4 8.2 8 11.2l5.6-3M2.4 10.8 8 13.8l5.6-3'/>",
    "console": "<rect x='1.9' y='2.8' width='12.2' height='10.4' rx='1.4'/><path d='M4.6 6l2.2 2-2.2 2M8.4 10.4h3'/>",
    "sample": "<circle cx='3.4' cy='8' r='1.5'/><path d='M4.9 8h8.9M4.8 7l7.4-3.8M4.8 9l7.4 3.8'/>",
    "contrast": "<circle cx='8' cy='8' r='6.1'/><path d='M8 1.9a6.1 6.1 0 0 1 0 12.2z' fill='{c}' stroke='none'/>",
    "picture": (
        "<rect x='2' y='3' width='12' height='10' rx='1.4'/><circle cx='5.6' cy='6.3' r='1.1'/>"
        "<path d='M2.4 12l4-3.6 2.4 2 2.4-2.6 2.6 2.8'/>"
    ),
    "message": "<path d='M2.4 3.4h11.2v7.4H8.2L5 13.4v-2.6H2.4z'/>",
}


def svg_text(name: str, colour: str) -> bytes:
    """The SVG text of an icon in a colour `#RRGGBB`. Raises KeyError for a name that is none."""
    body = SHAPES[name].replace("{c}", colour)
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' "
        f"stroke='{colour}' stroke-width='1.5' stroke-linecap='round' stroke-linejoin='round'>{body}</svg>"
    ).encode()
