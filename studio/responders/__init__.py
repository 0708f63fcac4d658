"""Who answers a request: a live endpoint, a recording, a script, the person; and the profiles that name them.

Not here: what is done with the answer (`engine`). May import `checks`, `session`, `dialects` and the floors below; its
siblings `tools`, `store`, `present` are strangers; no Qt.
"""
