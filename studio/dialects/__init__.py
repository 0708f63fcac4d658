"""A provider's format, one file each: writes requests, reads replies, and the other way round.

Not here: sending anything (`responders`), facts of a session (`session`). May import `messages`, `wire` and the floor
below them; no I/O, no asyncio, no pathlib, no httpx, no Qt.
"""
