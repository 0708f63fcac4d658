"""The one table of actions. Menus, toolbar, palette and list of keys are read off it.

Above: `menus`, `toolbar`, the palette. Below: `action_spec` and the tables. What an action does stands in `commands`.
"""

from studio.gui.action_spec import ActionSpec
from studio.gui.actions_break import BREAKS
from studio.gui.actions_edit import EDIT
from studio.gui.actions_export import MENU as EXPORTS
from studio.gui.actions_file import FILE, TOOLS
from studio.gui.actions_find import FIND
from studio.gui.actions_help import HELP
from studio.gui.actions_rows import MENU as KINDS
from studio.gui.actions_rows import ROWS
from studio.gui.actions_run import RUN, SESSION
from studio.gui.actions_view import VIEW
from studio.present.marked import QT_TRANSLATE_NOOP

MENUS: tuple[tuple[str, str], ...] = (
    ("file", QT_TRANSLATE_NOOP("Actions", "&File")),
    ("file.recent", QT_TRANSLATE_NOOP("Actions", "Open recent")),
    EXPORTS,
    ("edit", QT_TRANSLATE_NOOP("Actions", "&Edit")),
    ("edit.copy_as", QT_TRANSLATE_NOOP("Actions", "Copy step as")),
    ("edit.step", QT_TRANSLATE_NOOP("Actions", "Selected step")),
    ("view", QT_TRANSLATE_NOOP("Actions", "&View")),
    ("view.docks", QT_TRANSLATE_NOOP("Actions", "Parts of the window")),
    ("view.focus", QT_TRANSLATE_NOOP("Actions", "Go to part")),
    ("view.pane", QT_TRANSLATE_NOOP("Actions", "Show the pane as")),
    KINDS,
    ("view.theme", QT_TRANSLATE_NOOP("Actions", "Theme")),
    ("view.text", QT_TRANSLATE_NOOP("Actions", "Text size")),
    ("view.language", QT_TRANSLATE_NOOP("Actions", "Language")),
    ("run", QT_TRANSLATE_NOOP("Actions", "&Run")),
    ("run.stops", QT_TRANSLATE_NOOP("Actions", "Stop places")),
    ("session", QT_TRANSLATE_NOOP("Actions", "&Session")),
    ("session.branches", QT_TRANSLATE_NOOP("Actions", "Branches")),
    ("session.model", QT_TRANSLATE_NOOP("Actions", "Model answers")),
    ("session.tools", QT_TRANSLATE_NOOP("Actions", "Tools answer")),
    ("tools", QT_TRANSLATE_NOOP("Actions", "&Tools")),
    ("help", QT_TRANSLATE_NOOP("Actions", "&Help")),
)
"""Menus in order; a place with a dot is a submenu of the one before the dot, put where its first action stands."""

ACTIONS: tuple[ActionSpec, ...] = (*FILE, *EDIT, *FIND, *VIEW, *ROWS, *RUN, *BREAKS, *SESSION, *TOOLS, *HELP)
BY_ID: dict[str, ActionSpec] = {spec.id: spec for spec in ACTIONS}
