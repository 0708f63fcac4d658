"""What is said, as frozen values: parts, messages, tools, requests, replies, and the deltas of a stream.

Belongs here: values and the one place that joins deltas. Does not: any provider's format, any I/O.
May import: the standard library, msgspec, `studio.problems`.
"""
