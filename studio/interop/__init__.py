"""Files of other programs, read: the lists of tools that they keep.

Not here: a provider's bodies as such (`dialects`), files of our own (`store`, `tools`). May import `checks`, `session`, `dialects`
and the floors below; its siblings `responders`, `tools`, `store`, `present` are strangers; no Qt.
"""
