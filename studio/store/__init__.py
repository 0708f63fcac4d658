"""What is kept on disk: session files, the shelf of recent ones, settings, and secrets in the system keyring.

Not here: what an event means (`session`). May import `checks`, `session`, `dialects` and the floors below; its siblings
`responders`, `tools`, `present` are strangers; no Qt.
"""
