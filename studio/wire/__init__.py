"""Bytes: an HTTP exchange as it went, event streams, the HTTP client (the only import of httpx), redaction.

Not here: what the bytes mean (`dialects`). May import `paths`, `tasks`, `problems`; no Qt.
"""
