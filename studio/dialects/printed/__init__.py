"""Calls that models print into their text: one file per form, reading while it streams and writing. No I/O.

Here: what stands in the text. Not here: the words that ask a model for it, and the wire it comes over (`prompted`).
May import: `messages`, `dialects/json_bytes`.
"""
