"""JSON block: an object with tool and arguments in a code fence, bare, or in the tags that a model knows from its training.

Above: `forms`. Below: `bare`, `json_calls`, `tagged`, `reader`. What stands in the fence of another language is that language's.
"""

import re
from collections.abc import Sequence

from studio.dialects.printed.bare import bare_json
from studio.dialects.printed.call_shape import Wanted
from studio.dialects.printed.form import Found, Said, TextReader
from studio.dialects.printed.json_calls import Closing, json_block
from studio.dialects.printed.reader import Block, BlockReader, Opener, Where
from studio.dialects.printed.tagged import CLOSING, OPENING, tagged
from studio.dialects.printed.tape import Reading, Tape, peek, run, spaces
from studio.dialects.printed.writing import call_json
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec

_FENCE = "```"
_LANGUAGE = re.compile(r"[^\s`{\[]*")
_JSON_LANGUAGES = frozenset(("", "json", "jsonc", "json5", "jsonl"))
_CALL_LANGUAGES = frozenset(("tool_call", "tool_calls", "tool", "tool_use", "function_call", "action"))
_CLOSING = Closing((_FENCE,), separators=";,")


class JsonBlock:
    """A fence of `json` that holds `{"name": …, "arguments": {…}}`, one or several."""

    name = "json_block"
    stop: tuple[str, ...] = ()

    def reader(self, tools: Sequence[ToolSpec]) -> TextReader:
        """See `TextForm`."""
        wanted = Wanted(frozenset(tool.name for tool in tools), bare=True)
        fences = _Fences(wanted)
        begins: tuple[tuple[str, Where], ...] = (("{", "line"), ('{"', "any"), ("[", "line"))
        bare = [Opener(sign, fences.outside(bare_json(wanted, sign)), where) for sign, where in begins]
        tags = Opener(OPENING, fences.outside(tagged(tools)))
        return BlockReader(self.name, (Opener(_FENCE, fences.block, "line"), tags, *bare), (CLOSING,))

    def write_calls(self, calls: Sequence[Call]) -> str:
        """See `TextForm`."""
        return "\n".join(f"{_FENCE}json\n{call_json(call)}\n{_FENCE}" for call in calls)


class _Fences:
    """Knows whether the text stands in a fence that holds no calls."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._open = False

    def block(self, tape: Tape) -> Reading[Sequence[Found]]:
        """What stands behind a fence's three signs."""
        if self._open:
            self._open = False
            return ()
        language = (yield from run(tape, _LANGUAGE, 30)).lower()
        self._open = True
        if language not in _JSON_LANGUAGES | _CALL_LANGUAGES:
            return ()
        yield from spaces(tape)
        if (yield from peek(tape)) not in ("{", "["):
            return ()
        wanted = self._wanted if language in _JSON_LANGUAGES else Wanted(self._wanted.declared)
        calls = yield from json_block(tape, _CLOSING, wanted)
        self._open = not calls and not tape.printed().endswith(_FENCE)
        return calls

    def outside(self, block: Block) -> Block:
        """The block, where no fence is open."""

        def outside(tape: Tape) -> Reading[Sequence[Found | Said]]:
            if self._open:
                return ()
            found = yield from block(tape)
            return found if isinstance(found, Sequence) else ()

        return outside
