"""The parts of the window that show a session: one file a pane.

Not here: widgets that know no session (`widgets`), verbs (`actions`). A pane draws events, never its own edit.
"""
