"""The Diff view of the Response pane as two texts: the reply with its results as they came, and as they stand.

Above: the Response pane. Below: the tree. Pure. Results stand there where one of them was changed; what the history keeps is said.
"""

from collections.abc import Callable, Iterator

from studio.messages.parts import Call
from studio.messages.reply import ChatReply
from studio.present.json_text import pretty
from studio.present.words import Words
from studio.session.events import ResultRecorded
from studio.session.state import CallState, OpenReply, ResultState
from studio.session.tree import Tree

Say = Callable[[Words], str]


def reply_texts(tree: Tree, opened: OpenReply, say: Say) -> tuple[str, str]:
    """What the model said and the tools gave, and what stands now."""
    now = {id(call.call): call for call in opened.calls}
    was = {id(call.original): call for call in opened.calls if call.original is not None}
    said = (line for call in opened.original.calls for line in _was(tree, call, was.get(id(call))))
    stands = (line for call in opened.reply.calls for line in _now(call, now.get(id(call)), say))
    return _joined(opened.original, said), _joined(opened.reply, stands)


def is_changed(opened: OpenReply) -> bool:
    """Whether the reply or one of its results was changed."""
    return opened.edited or any(call.result is not None and call.result.edited for call in opened.calls)


def _joined(reply: ChatReply, calls: Iterator[str]) -> str:
    return "\n".join([*([reply.text] if reply.text else []), *calls])


def _was(tree: Tree, call: Call, state: CallState | None) -> Iterator[str]:
    yield from _asked(call)
    result = state.result if state is not None else None
    if result is not None and result.edited:
        event = tree.event(result.event)
        yield from _gave(event.text if isinstance(event, ResultRecorded) else "")


def _now(call: Call, state: CallState | None, say: Say) -> Iterator[str]:
    yield from _asked(call)
    if state is not None and state.is_kept:
        yield f"  ({say(Words(f'truth.{state.truth}'))})"
    result: ResultState | None = state.result if state is not None else None
    if result is not None and result.edited:
        yield from _gave(result.text)


def _asked(call: Call) -> tuple[str, str]:
    return f"→ {call.name}  {call.id or ''}".rstrip(), pretty(call.arguments)


def _gave(text: str) -> tuple[str, ...]:
    return ("←", *text.splitlines())
