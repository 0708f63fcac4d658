"""Dialogs, one file each, opened with `open()` and read when finished; never `exec()`.

Not here: what follows from the answer (`bridge`).
"""
