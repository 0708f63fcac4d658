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
from studio.gui.settings.page_run import RUN

PAGES: tuple[SettingsPage, ...] = (GENERAL, APPEARANCE, EDITOR, RUN, CHECKS, KEYBOARD, ABOUT)
