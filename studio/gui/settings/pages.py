"""The pages of the settings, in their order.

Above: `settings_room`. Below: each `page_…`. A page more is one line here.
"""

from studio.gui.settings.page import SettingsPage
from studio.gui.settings.page_about import ABOUT
from studio.gui.settings.page_appearance import APPEARANCE
from studio.gui.settings.page_checks import CHECKS
from studio.gui.settings.page_editor import EDITOR
from studio.gui.settings.page_general import GENERAL
from studio.gui.settings.page_keyboard import KEYBOARD
from studio.gui.settings.page_keys import KEYS
from studio.gui.settings.page_models import MODELS
from studio.gui.settings.page_privacy import PRIVACY
from studio.gui.settings.page_run import RUN
from studio.gui.settings.page_tools import TOOLS

PAGES: tuple[SettingsPage, ...] = (
    GENERAL,
    APPEARANCE,
    EDITOR,
    RUN,
    MODELS,
    KEYS,
    TOOLS,
    CHECKS,
    KEYBOARD,
    PRIVACY,
    ABOUT,
)
