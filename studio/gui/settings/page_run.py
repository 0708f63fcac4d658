"""The page *Run*: where new sessions stop, how far they go by themselves, and what is done when something goes wrong.

Above: `pages`. Below: `controls`, `amounts`. An open session has settings of its own, which nothing here changes.
"""

from studio.gui.settings.amounts import amount
from studio.gui.settings.controls import choice, number, switch
from studio.gui.settings.page import SettingsField, SettingsPage
from studio.present.marked import QT_TRANSLATE_NOOP

_NO_LIMIT = QT_TRANSLATE_NOOP("Settings", "no limit")
_SECONDS = QT_TRANSLATE_NOOP("Settings", "s")
_STOP_AS_USUAL = QT_TRANSLATE_NOOP("Settings", "Stop, as usual")
_STOP = QT_TRANSLATE_NOOP("Settings", "Stop")
_TELL = QT_TRANSLATE_NOOP("Settings", "Tell the model")
_FAIL = QT_TRANSLATE_NOOP("Settings", "Fail")

_STOPS = (
    SettingsField(
        "before_request",
        QT_TRANSLATE_NOOP("Settings", "Before each request"),
        switch,
        "running.before_request",
        words="stop breakpoint pause",
        group=QT_TRANSLATE_NOOP("Settings", "Stops"),
    ),
    SettingsField(
        "after_reply",
        QT_TRANSLATE_NOOP("Settings", "After each reply"),
        switch,
        "running.after_reply",
        words="stop breakpoint pause response",
    ),
    SettingsField(
        "before_call",
        QT_TRANSLATE_NOOP("Settings", "Before each tool call"),
        switch,
        "running.before_call",
        QT_TRANSLATE_NOOP("Settings", "Sensitive tools stop in any case."),
        "stop breakpoint pause approval",
    ),
    SettingsField(
        "after_result",
        QT_TRANSLATE_NOOP("Settings", "After each result"),
        switch,
        "running.after_result",
        words="stop breakpoint pause",
    ),
)
_LIMITS = (
    SettingsField(
        "round_trips",
        QT_TRANSLATE_NOOP("Settings", "Round trips"),
        amount(least=1, most=1_000_000),
        "running.round_trips",
        QT_TRANSLATE_NOOP("Settings", "A reply with calls is one, however many calls."),
        "limit rounds steps loop",
        group=QT_TRANSLATE_NOOP("Settings", "Limits, counted anew with each message"),
    ),
    SettingsField(
        "tokens",
        QT_TRANSLATE_NOOP("Settings", "Tokens"),
        amount(none=_NO_LIMIT),
        "running.tokens",
        QT_TRANSLATE_NOOP("Settings", "In and out together, as the model reports them."),
        "limit budget",
    ),
    SettingsField(
        "cost",
        QT_TRANSLATE_NOOP("Settings", "Cost"),
        amount(decimals=2, prefix="$ ", none=_NO_LIMIT),
        "running.cost",
        QT_TRANSLATE_NOOP("Settings", "US dollars. A model without a known price stops at once."),
        "limit budget money price dollars",
    ),
    SettingsField(
        "seconds",
        QT_TRANSLATE_NOOP("Settings", "Time at work"),
        amount(suffix=_SECONDS, none=_NO_LIMIT),
        "running.seconds",
        QT_TRANSLATE_NOOP("Settings", "Of model and tools; what you take to decide does not count."),
        "limit seconds duration",
    ),
    SettingsField(
        "same_call",
        QT_TRANSLATE_NOOP("Settings", "Same call in a row"),
        amount(suffix="×", none=_NO_LIMIT),
        "running.same_call",
        QT_TRANSLATE_NOOP("Settings", "Stops when the model asks for one tool with the same arguments so many times."),
        "limit loop repeat",
    ),
)
_GOING_ON = (
    SettingsField(
        "concurrent",
        QT_TRANSLATE_NOOP("Settings", "Calls of a reply at once"),
        switch,
        "running.concurrent",
        QT_TRANSLATE_NOOP("Settings", "Otherwise they run one after the other, in their order."),
        "parallel concurrent",
        group=QT_TRANSLATE_NOOP("Settings", "Going on"),
    ),
    SettingsField(
        "retries",
        QT_TRANSLATE_NOOP("Settings", "Send a failed request again"),
        number(0, 10, suffix="×", none=QT_TRANSLATE_NOOP("Settings", "never by itself")),
        "running.retries",
        QT_TRANSLATE_NOOP(
            "Settings", "After 429, a fault of the server or a broken connection. Holds for what is opened from now on."
        ),
        "retry again 429 rate limit backoff",
    ),
)
_WRONG = (
    SettingsField(
        "unknown_tool",
        QT_TRANSLATE_NOOP("Settings", "Unknown tool"),
        choice(("", _STOP_AS_USUAL), ("stop", _STOP), ("tell", _TELL), ("fail", _FAIL)),
        "running.unknown_tool",
        words="strategy error name hallucinated",
        group=QT_TRANSLATE_NOOP("Settings", "When something goes wrong"),
    ),
    SettingsField(
        "bad_arguments",
        QT_TRANSLATE_NOOP("Settings", "Bad arguments"),
        choice(
            ("", _STOP_AS_USUAL),
            ("stop", _STOP),
            ("tell", _TELL),
            ("raw", QT_TRANSLATE_NOOP("Settings", "Run with the raw text")),
            ("fail", _FAIL),
        ),
        "running.bad_arguments",
        words="strategy error schema",
    ),
    SettingsField(
        "tool_error",
        QT_TRANSLATE_NOOP("Settings", "Error of a tool"),
        choice(
            ("", _STOP_AS_USUAL),
            ("tell", _TELL),
            ("stop", _STOP),
            ("again", QT_TRANSLATE_NOOP("Settings", "Run again")),
            ("fail", _FAIL),
        ),
        "running.tool_error",
        words="strategy exception raised",
    ),
)

RUN = SettingsPage(
    "run",
    QT_TRANSLATE_NOOP("Settings", "Run"),
    "run",
    (*_STOPS, *_LIMITS, *_GOING_ON, *_WRONG),
    QT_TRANSLATE_NOOP(
        "Settings", "New sessions begin with this. Those that exist keep their own, see Session › Loop settings."
    ),
    "debug loop",
)
