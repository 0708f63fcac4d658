"""The settings window: pages as values, their fields, and what acts at once when one is changed.

Not here: what a setting does (`look_choice`, editors, the core, which read the settings). May import `gui/dialogs`, `gui/widgets`.
"""
