"""The page *Models*: the profiles, the person's own prices, and how much a model reads.

Above: `pages`. Below: `profile_rows`, `price_rows`, `reach_rows`.
"""

from studio.gui.settings.page import SettingsField, SettingsPage
from studio.gui.settings.price_rows import PriceRows
from studio.gui.settings.profile_rows import ProfileRows
from studio.gui.settings.reach_rows import ReachRows
from studio.present.marked import QT_TRANSLATE_NOOP

MODELS = SettingsPage(
    "models",
    QT_TRANSLATE_NOOP("Settings", "Models"),
    "globe",
    (
        SettingsField(
            "profiles",
            QT_TRANSLATE_NOOP("Settings", "Profiles"),
            ProfileRows,
            hint=QT_TRANSLATE_NOOP(
                "Settings", "A profile says which model answers, where it is, and where its key is kept."
            ),
            words="endpoint provider server openai anthropic ollama responder",
            wide=True,
        ),
        SettingsField(
            "prices",
            QT_TRANSLATE_NOOP("Settings", "Own prices"),
            PriceRows,
            "prices",
            QT_TRANSLATE_NOOP(
                "Settings",
                "In US dollars for a million tokens, by the name of a model or a pattern (qwen*). They go before the lists.",
            ),
            "cost money dollars price list tokens cached",
            wide=True,
        ),
        SettingsField(
            "windows",
            QT_TRANSLATE_NOOP("Settings", "Context windows"),
            ReachRows,
            "windows",
            QT_TRANSLATE_NOOP(
                "Settings", "How many tokens a model reads at most, where the lists do not know it or are wrong."
            ),
            "context window limit length tokens",
            wide=True,
        ),
    ),
)
