"""Words and rows for both fronts, without Qt: rows of the timeline, labels, transcript, texts, comparison, cost.

Not here: drawing or printing (`gui`, `cli`). May import `checks`, `session`, `dialects` and the floors below; no I/O,
no asyncio, no pathlib, no httpx, no Qt.
"""
