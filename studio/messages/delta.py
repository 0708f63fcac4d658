"""What a stream adds: small tuples, told apart by their first member. No object per chunk.

Above: `dialects` make them, `assemble` joins them. The forms:
`("text", str)` · `("reasoning", str)` or `("reasoning", str, member of the wire)` · `("signature", str)` · `("refusal", str)` ·
`("call", position, id or None, name or None, arguments fragment, form)`: position counts from 0 within the reply, a name or
id that is not None replaces what stood there · `("finish", reason)` · `("usage", Usage)` · `("model", str)` · `("id", str)` ·
`("extra", key, value)` · `("call_extra", position, key, value)` · `("opaque", Opaque)` · `("error", ProviderError)`.
"""

from typing import Any

Delta = tuple[Any, ...]
