"""Theme, colours, icons, and the highlighting of texts (the only import of pygments, loaded at first use).

Not here: what is shown. May import Qt and pygments only.
"""
