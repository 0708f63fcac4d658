"""Files of other programs, read and written: the lists of tools that they keep, tests for pytest.

Not here: a provider's bodies as such (`dialects`), files of our own (`store`, `tools`). May import `checks`, `session`, `dialects`
and the floors below; its siblings `responders`, `tools`, `store`, `present` are strangers; no Qt.
"""
