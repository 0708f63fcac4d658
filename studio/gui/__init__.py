"""The window: a front over `workspace`; the only room that imports PySide6 and qasync.

Not here: files, network, engine (all through `workspace`). May import `workspace`, and the values of `present`,
`session`, `messages`, `checks`, `problems`.
"""
