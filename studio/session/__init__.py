"""A session as a tree of events: the events, their fold into a state, the tree, the journal, the setup.

Not here: files (`store`), what happens next (`engine`), a provider's spelling (`dialects`). May import `messages` and
`problems`; no I/O, no asyncio, no pathlib, no httpx, no Qt.
"""
