"""Widgets that know no session: they could stand in any program.

Not here: words of this program's things, item models, verbs. May import `gui/look` and Qt only.
"""
