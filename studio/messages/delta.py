"""What a stream adds: small tuples, told apart by their first member. No object per chunk.

Above: `dialects` make them, `assemble` joins them. Below: nothing.
"""

from typing import Any

Delta = tuple[Any, ...]
"""The forms:
`("text", str)` · `("reasoning", str)` or `("reasoning", str, member of the wire)` · `("signature", str)` · `("refusal", str)` ·
`("call", position, id or None, name or None, arguments fragment, form)`: position counts from 0 within the stream, a name or
id that is not None replaces what stood there · `("call_all", position, id or None, name or None, arguments, form)`: the same,
and the arguments replace what came before · `("call_extra", position, key, value)` · `("at", rank)`: what follows belongs to the
place `rank`, a tuple of numbers; parts are put in the order of their ranks, and text at a rank goes on with the text there ·
`("part", Part)`: a whole part (no call), instead of what stands at the rank, or behind all others when there was no rank ·
`("run_extra", key, value)`: a member for the text or reasoning at the rank, or that began last · `("finish", reason)` ·
`("resumable",)` · `("usage", Usage)` · `("model", str)` · `("id", str)` · `("extra", key, value)` · `("error", ProviderError)`.
Of `extra` values of one key, lists that come one after the other are joined; of anything else the last one counts.
"""
