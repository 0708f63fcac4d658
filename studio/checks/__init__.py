"""Rules over what was said: history, tool schemas, arguments, loops; each with id, severity, place and sentence.

Not here: what is done about a finding (`engine`, `tools`). May import `session`, `dialects` and the floors below; no
I/O, no asyncio, no pathlib, no httpx, no Qt.
"""
