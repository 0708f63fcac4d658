"""Vectors of texts from an OpenAI-compatible endpoint: what is sent, what is kept, and every way in which none come."""

import json
from array import array
from typing import Any

import pytest

from studio.dialects import roster
from studio.responders import embeddings
from studio.responders.embeddings import AT_ONCE, EmbeddingsError, Vector, embed, embeddings_path
from studio.responders.profiles import Profile
from studio.responders.vectors import Vectors
from studio.wire.http_client import HttpClient
from studio.wire.redact import Redactor
from tests.socket_server import Script, answer, sending, serving

pytestmark = pytest.mark.anyio
KEY = "sk-test-0123456789"


async def vectors(script: Script, *texts: str) -> tuple[list[Vector], tuple[str, bytes]]:
    client = HttpClient()
    async with serving(script) as server:
        profile = Profile(name="Near", base_url=server.url)
        try:
            found = await embed(profile, "tiny", client, lambda: KEY, Redactor(), texts)
        finally:
            await client.close()
    return found, server.requests[0]


def gives(value: Any, status: str = "200 OK") -> Script:
    return sending(answer(status, value if isinstance(value, bytes) else json.dumps(value).encode()))


async def test_texts_go_with_the_model_and_come_back_as_directions_in_their_order() -> None:
    data = [{"index": 1, "embedding": [0, 5]}, {"index": 0, "embedding": [3, 4]}]
    found, (head, body) = await vectors(gives({"data": data, "usage": {}}), "a" * 9_000, "\ud800")
    assert [[round(number, 3) for number in vector] for vector in found] == [[0.6, 0.8], [0, 1]]
    assert head.startswith("POST /v1/embeddings HTTP/1.1")
    assert f"authorization: bearer {KEY}" in head.lower()
    assert json.loads(body) == {"model": "tiny", "input": ["a" * embeddings.MOST_CHARACTERS, "\ufffd"]}


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (b"<html>", "gave something that is no list of vectors"),
        (b"\xff\xff", "gave something that is no list of vectors"),
        ({"data": [{"embedding": "AAAA"}]}, "gave something that is no list of vectors"),
        ({"data": []}, "gave 0 vectors for 1 texts"),
        ({"data": [{"embedding": [0, 0]}]}, "gave a vector without a direction"),
        ({"data": [{"embedding": []}]}, "gave a vector without a direction"),
        (b'{"data": [{"embedding": [1e300, 1e300]}]}', "gave a vector without a direction"),
    ],
)
async def test_an_answer_that_is_of_no_use_is_said_in_a_sentence(value: Any, sentence: str) -> None:
    with pytest.raises(EmbeddingsError, match=f"The embeddings endpoint of Near {sentence}") as told:
        await vectors(gives(value), "a")
    assert told.value.help == "Check the name of the embeddings model."


async def test_an_error_of_the_server_is_told_without_the_key() -> None:
    with pytest.raises(EmbeddingsError) as told:
        await vectors(gives({"error": {"message": f"bad {KEY}"}}, "401 Unauthorized"), "a")
    assert str(told.value) == "The embeddings endpoint of Near answered 401: bad [redacted]"


async def test_a_server_that_is_not_there_and_a_missing_key_are_told() -> None:
    client = HttpClient()
    near, far = (Profile(name="Near", base_url=url) for url in ("http://127.0.0.1:1/v1", "https://far.example/v1"))
    try:
        with pytest.raises(EmbeddingsError, match=r"127\.0\.0\.1:1"):
            await embed(near, "tiny", client, lambda: None, Redactor(), ["a"])
        with pytest.raises(EmbeddingsError, match="No key for Near"):
            await embed(far, "tiny", client, lambda: None, Redactor(), ["a"])
    finally:
        await client.close()


@pytest.mark.parametrize("name", roster.NAMES)
def test_each_dialect_has_the_path_behind_its_base_address(name: str) -> None:
    assert embeddings_path(roster.make(name)) == ("/v1/embeddings" if name == "ollama_chat" else "/embeddings")


async def test_texts_are_asked_for_once_some_at_a_time_and_what_came_before_a_failure_is_kept() -> None:
    asked: list[list[str]] = []

    async def embedded(texts: Any) -> list[Vector]:
        asked.append(list(texts))
        if "text 99" in texts and len(asked) == 2:
            raise EmbeddingsError("Too many.")
        return [array("f", [1.0, float(len(text))]) for text in texts]

    kept, texts = Vectors(), {f"n{at}": f"text {at}" for at in range(100)}
    with pytest.raises(EmbeddingsError):
        await kept.rank("query", texts, embedded)
    await kept.rank("query", texts, embedded)
    await kept.rank("query", {**texts, "more": "another"}, embedded)
    assert [len(each) for each in asked] == [AT_ONCE, 100 - AT_ONCE, 100 - AT_ONCE, 1, 1, 1]
    assert asked[3:] == [["query"], ["another"], ["query"]]


async def test_the_nearest_come_first_and_another_length_of_vectors_is_refused_once() -> None:
    directions = {"up": [0.0, 1.0], "right": [1.0, 0.0], "down": [0.0, -1.0], "query": [0.6, 0.8], "other": [1.0]}

    async def embedded(texts: Any) -> list[Vector]:
        return [array("f", directions[text]) for text in texts]

    kept = Vectors()
    names = {name: name for name in ("down", "right", "up")}
    ranked = await kept.rank("query", names, embedded)
    assert [(name, round(near, 3)) for name, near in ranked] == [("up", 0.8), ("right", 0.6), ("down", -0.8)]
    with pytest.raises(EmbeddingsError, match="changed the length"):
        await kept.rank("other", names, embedded)
    assert (await kept.rank("query", names, embedded))[0][0] == "up"
