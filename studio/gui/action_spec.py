"""What an action is: words, menu, keys, icon, and when it is allowed.

Above: the tables `actions_…`. Below: `situation`. What an action does stands in `commands`.
"""

import msgspec
from PySide6.QtGui import QKeySequence

from studio.gui import situation as when

Key = str | QKeySequence.StandardKey


class ActionSpec(msgspec.Struct, frozen=True):
    """One action. `words` and `hint` are keys of the translation context `Actions`; `menu` is a place of `MENUS`.

    `group`: exclusive with the others of that name. `hint` says in a sentence what it does. `line`: a separator stands before.
    `local`: the part that has the keyboard takes the key itself; menu and palette hand the action on to it.
    `short` are the words for the toolbar where `words` are too long; `colour` is the token of the icon.
    """

    id: str
    words: str
    menu: str
    hint: str
    keys: tuple[Key, ...] = ()
    icon: str = ""
    rule: when.Rule = when.always
    checkable: bool = False
    group: str = ""
    line: bool = False
    short: str = ""
    colour: str = "muted"
    local: bool = False
