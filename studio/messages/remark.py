"""A remark that travels with a request: what had to be said otherwise than it stood, or left out, and why.

Above: `dialects/crossing`, `dialects/parameters`, `session`, `present` (words). Below: nothing. A remark is data: its sentence stands in
`present/labels` under its code.
"""

import msgspec


class Remark(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing. `code` is the key of the sentence (`reasoning_left_out`); `subject` names what it is about, such as a member, an
    id or a tool; `place` is the message's number in the history, from 0 without the system text, None when it is no message."""

    code: str
    subject: str = ""
    place: int | None = None
