"""The forms of call ids that providers want, and ids of another form mapped into them: the same id always to the same one.

Above: `crossing`, `roster`. Below: nothing. The session keeps the ids as they were given; only what is sent is mapped.
"""

import re
import string
from collections.abc import Iterable
from hashlib import blake2b

from studio.dialects.traits import Traits

_SIGNS = string.ascii_uppercase + string.ascii_lowercase + string.digits
_NINE = re.compile(r"[a-zA-Z0-9]{9}")

_LOOSE = {
    # What the formats' own models give passes; longer or stranger ids of other formats are refused by the providers.
    "openai_chat": re.compile(r".{1,40}", re.DOTALL),
    "openai_responses": re.compile(r".{1,64}", re.DOTALL),
    "anthropic_messages": re.compile(r"[a-zA-Z0-9_-]{1,64}"),
}
_ANY = re.compile(r".*", re.DOTALL)


class CallIds:
    """The ids that one dialect takes from one family of models. `needed`: every call must have one."""

    def __init__(self, dialect: str, traits: Traits) -> None:
        nine = traits.call_ids == "nine"
        self.needed = nine or dialect in _LOOSE
        self._strict = _NINE if nine else _ANY
        self._loose = _NINE if nine else _LOOSE.get(dialect, _ANY)
        self._length = 9 if nine else 24

    def strictly(self, id: str) -> str:
        """An id of the dialect's own: mapped only where the family refuses all others."""
        return id if self._strict.fullmatch(id) else self._mapped(id)

    def loosely(self, id: str) -> str:
        """An id that came from another dialect."""
        return id if self._loose.fullmatch(id) else self._mapped(id)

    def back(self, ids: Iterable[str]) -> dict[str, str]:
        """The ids that were sent, each with the one it stands for in the session; of `ids`, those that are mapped."""
        mapped = [(id, made) for id in ids for made in (self.strictly(id), self.loosely(id))]
        return {made: id for id, made in mapped if made != id}

    def _mapped(self, id: str) -> str:
        """Letters and digits from the id's hash: 62 to the power of nine possibilities, or many more."""
        number = int.from_bytes(blake2b(id.encode("utf-8", "surrogatepass"), digest_size=32).digest())
        signs = []
        for _ in range(self._length):
            number, sign = divmod(number, len(_SIGNS))
            signs.append(_SIGNS[sign])
        return "".join(signs)
