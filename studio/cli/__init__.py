"""The command line: one file a command, over `workspace`; the only room that prints.

Not here: Qt, or anything the window could not ask of `workspace` too. `gui` is a stranger to it.
"""
