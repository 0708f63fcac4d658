"""What happens next, and doing it: what is due, where to stop, the stepper, edits.

Not here: files that are open (`workspace`), anything shown (`present`, `gui`). May import every floor below; no Qt.
"""
