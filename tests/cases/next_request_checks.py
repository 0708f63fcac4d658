"""The sentences of the kind `next_request` as assertions, found by what they say.

Above: `test_next_request`. A sentence that nobody turned into an assertion is not passed over: it fails here, and is reported of
another corpus.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from studio.messages.arguments import read_arguments

Item = dict[str, Any]


class Made(NamedTuple):
    """What the sentences speak of: the case's input, the items that are appended, the same made again, and the argument texts that
    the session keeps."""

    given: dict[str, Any]
    items: list[Item]
    again: list[Item]
    kept: list[str]

    def blocks(self, kind: str) -> list[Item]:
        """The content blocks of that type."""
        return [block for item in self.items for block in _blocks(item) if block.get("type") == kind]

    def tool_messages(self) -> list[Item]:
        """The messages that answer calls."""
        return [item for item in self.items if item.get("role") == "tool"]

    def calls(self) -> list[Item]:
        """The calls of the assistant messages."""
        return [entry for item in self.items for entry in item.get("tool_calls") or ()]


def check_sentence(sentence: str, made: Made) -> bool:
    """Assert what the sentence says. AssertionError when it is not so; False when no assertion is written for it."""
    for pattern, check in _CHECKS:
        found = re.fullmatch(pattern, sentence)
        if found is not None:
            check(made, *found.groups())
            return True
    return False


def _blocks(item: Item) -> list[Item]:
    content = item.get("content")
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _texts(value: Any) -> Iterator[str]:
    """Every text anywhere inside."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def _words(item: Item) -> str:
    """The text of a message."""
    content = item.get("content")
    return content if isinstance(content, str) else "".join(str(block.get("text", "")) for block in _blocks(item))


def _tool_use(made: Made, id: str) -> Item:
    (block,) = [block for block in made.blocks("tool_use") if block["id"] == id]
    return block


def _input_is_an_object(made: Made, id: str) -> None:
    assert isinstance(_tool_use(made, id)["input"], dict)


def _input_is(made: Made, id: str, value: str) -> None:
    assert _tool_use(made, id)["input"] == json.loads(value)


def _results_are(made: Made, told: str) -> None:
    """`t1 (is_error true) and t2`, in any order."""
    assistant = next(at for at, item in enumerate(made.items) if item["role"] == "assistant")
    answers = [block for block in _blocks(made.items[assistant + 1]) if block["type"] == "tool_result"]
    wanted = {id: bool(failed) for id, failed in re.findall(r"(\w+)( \(is_error true\))?(?:,| and |$)", told)}
    assert {block["tool_use_id"]: block.get("is_error", False) for block in answers} == wanted


def _broken_text_is_there(made: Made) -> None:
    broken = [text for text in made.kept if read_arguments(text).value is None]
    assert broken
    sent = list(_texts(made.items))
    assert all(any(text in other for other in sent) for text in broken)


def _ids_match(made: Made, pattern: str) -> None:
    ids = [entry["id"] for entry in made.calls()] + [item["tool_call_id"] for item in made.tool_messages()]
    assert ids
    assert all(re.search(pattern, id) for id in ids), ids


def _ids_differ(made: Made) -> None:
    ids = [entry["id"] for entry in made.calls()]
    assert len(ids) > 1
    assert len(set(ids)) == len(ids), ids


def _each_answers_its_call(made: Made) -> None:
    words = {one["call_id"]: one["content"] for one in made.given["results"]}
    asked = [entry["id"] for entry in made.given["received"]["tool_calls"]]
    sent = [entry["id"] for entry in made.calls()]
    answers = {item["tool_call_id"]: _words(item) for item in made.tool_messages()}
    assert answers == {new: words[old] for old, new in zip(asked, sent, strict=True)}


def _same_again(made: Made) -> None:
    assert made.items == made.again


def _tool_message_holds(made: Made, id: str, words: str) -> None:
    (item,) = [item for item in made.tool_messages() if item["tool_call_id"] == id]
    assert isinstance(item["content"], str) or all(block["type"] == "text" for block in _blocks(item))
    assert words in _words(item)


def _no_picture_in_tool_messages(made: Made) -> None:
    assert made.tool_messages()
    assert [block for item in made.tool_messages() for block in _blocks(item) if block["type"] != "text"] == []


def _no_text_holds_the_data(made: Made) -> None:
    results = [one["content"] for one in made.given["results"] if isinstance(one["content"], list)]
    data = [block["data"] for content in results for block in content if "data" in block]
    assert data
    words = [*map(_words, made.items), *(str(entry.get("function")) for entry in made.calls())]
    assert not [text for text in words for one in data if one in text]


def _picture_follows(made: Made, url: str) -> None:
    """The one of the two ways that is taken here: the picture itself, behind the answer."""
    last = max(at for at, item in enumerate(made.items) if item.get("role") == "tool")
    shown = [block for item in made.items[last + 1 :] if item["role"] == "user" for block in _blocks(item)]
    assert url in [block["image_url"]["url"] for block in shown if block["type"] == "image_url"]


_CHECKS: list[tuple[str, Callable[..., None]]] = [
    (r"there is a tool_use with id (\w+) whose input is a JSON object", _input_is_an_object),
    (r"there is a tool_use with id (\w+) with input (\{.*\})", _input_is),
    (r"the next message has results for (.+)", _results_are),
    (r"the broken text itself is not lost.*", _broken_text_is_there),
    (r"each id in the request matches (\^.+\$)", _ids_match),
    (r"the (?:two|three|\w+)? ?ids (?:all )?differ", _ids_differ),
    (r"each tool message has the id of its own call.*", _each_answers_its_call),
    (r"the same input gives the same ids again", _same_again),
    (r"there is a tool message with tool_call_id (\S+) whose content is text .* and holds (.+)", _tool_message_holds),
    (r"no tool message has an image part", _no_picture_in_tool_messages),
    (r"no text holds the base64 data", _no_text_holds_the_data),
    (r"the image follows in a user message as image_url (\S+).*", _picture_follows),
]
