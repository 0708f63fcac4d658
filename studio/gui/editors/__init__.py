"""Editors of one thing: a call, a message, a request; as form and as JSON, both lossless.

Half-typed text lives here until it is committed. Not here: committing (`bridge`), checking (`checks` through it).
"""
