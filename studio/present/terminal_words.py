"""What the core says to somebody at the window, said to somebody at a terminal: an option in place of a switch.

Above: the command line, exported tests. Below: nothing. A sentence that names nothing of the window stays as it is.
"""

INSTEAD = (
    ("Type the result, or switch Tools to live.", "Mock the call; replay with --tools live runs it."),
    ("End it by hand, or switch Tools to live.", "Replay with --tools live goes on in it."),
    ("Switch Model and Tools to live to go on.", "Add --model live and --tools live to go on."),
    ("Name a profile, or switch Model to live.", "Add --profile NAME."),
    ("Switch Model to live.", "Add --model live."),
    ("Review it, or mock the call.", "Look at it, then add --trust; or mock the call."),
    ("Review it and trust it, or mock the call.", "Look at it, then add --trust; or mock the call."),
    ("Review it and trust it, or switch the source off.", "Look at it, then add --trust."),
    ("Review it and trust it first.", "Look at it, then add --trust."),
    ("Choose another name, or say that it may be lost.", "Choose another name, or add --force: it is lost then."),
)
"""Each sentence of the window, and what is said in its place."""


def for_terminal(text: str) -> str:
    """The text in words of the command line."""
    for window, terminal in INSTEAD:
        text = text.replace(window, terminal)
    return text
