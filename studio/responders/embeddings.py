"""Asks an OpenAI-compatible endpoint for the vectors of texts: `POST …/embeddings`.

Above: `vectors`, `workspace/wiring`. Below: `access`, `wire/http_client`, `dialects`. Keeps nothing; the key is only ever in the header.
"""

import os
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite, sqrt
from typing import NoReturn, TypeAlias

import msgspec

from studio.dialects import roster
from studio.dialects.dialect import Dialect
from studio.problems import StudioError
from studio.responders.access import Access, AccessError
from studio.responders.profiles import Profile
from studio.said import said, through
from studio.wire.http_client import HttpClient, HttpError
from studio.wire.redact import Redactor

AT_ONCE = 64
"""Texts that are well asked for in one request."""
MOST_CHARACTERS = 4_000
"""Of a text; what is longer than a model takes would fail the whole request."""
MOST_BYTES = 40_000_000
"""A longer answer is not read to its end."""

Vector: TypeAlias = "array[float]"
"""A direction: single precision, of length 1."""


class EmbeddingsError(StudioError):
    """No vectors came; the sentence says why and holds no secret."""


class _Embedded(msgspec.Struct):
    embedding: list[float]
    index: int = -1


class _Answer(msgspec.Struct):
    data: list[_Embedded]


_answer = msgspec.json.Decoder(_Answer)


async def embed(
    profile: Profile,
    model_name: str,
    client: HttpClient,
    key: Callable[[], str | None],
    redactor: Redactor,
    texts: Sequence[str],
    environ: Mapping[str, str] = os.environ,
) -> list[Vector]:
    """A vector for each text, in order, with one request. Raises EmbeddingsError."""
    dialect = roster.make(profile.dialect)
    access = Access(profile, dialect, key, redactor, environ)
    asked = {"model": model_name, "input": [_sayable(text[:MOST_CHARACTERS]) or " " for text in texts]}
    try:
        status, body = await _post(access, client, embeddings_path(dialect), asked)
    except AccessError as error:
        raise EmbeddingsError(error.error.message) from error
    except HttpError as error:
        raise EmbeddingsError(through(error.said, redactor.text), error.advice) from error
    if not 200 <= status < 300:
        answered = redactor.text(dialect.read_error(status, body).message)
        raise EmbeddingsError(
            said(
                "The embeddings endpoint of {profile} answered {status}: {why}",
                profile=profile.name,
                status=status,
                why=answered,
            )
        )
    return list(_vectors(body, len(texts), profile.name))


def embeddings_path(dialect: Dialect) -> str:
    """The path behind the base address of a profile; a server of Ollama has the OpenAI-compatible one under /v1."""
    return "/v1/embeddings" if dialect.path == "/api/chat" else "/embeddings"


def _sayable(text: str) -> str:
    """Without halves of characters, which no request takes."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


async def _post(access: Access, client: HttpClient, path: str, value: object) -> tuple[int, bytes]:
    headers = {**access.headers(stream=False), "content-type": "application/json"}
    pieces: list[bytes] = []
    length = 0
    async with client.stream(
        "POST", access.url(path), headers, msgspec.json.encode(value), access.timeouts, proxy=access.proxy()
    ) as answer:
        async for data, _ in answer.chunks():
            length += len(data)
            if length > MOST_BYTES:
                raise EmbeddingsError(said("The embeddings endpoint sent more than {n} MB.", n=MOST_BYTES // 1000000))
            pieces.append(data)
    return answer.status, b"".join(pieces)


def _vectors(body: bytes, count: int, name: str) -> Iterator[Vector]:
    """The vectors of an answer in the order of the texts."""
    try:
        data = _answer.decode(body).data
    except (msgspec.MsgspecError, UnicodeDecodeError):
        _unusable(name, said("something that is no list of vectors"))
    if len(data) != count:
        _unusable(name, said("{n} vectors for {count} texts", n=len(data), count=count))
    if {each.index for each in data} == set(range(count)):
        data.sort(key=lambda each: each.index)
    for each in data:
        yield _direction(each.embedding, name)


def _direction(numbers: list[float], name: str) -> Vector:
    length = sqrt(sum(number * number for number in numbers))
    if not (isfinite(length) and length > 0):
        _unusable(name, said("a vector without a direction"))
    return array("f", (number / length for number in numbers))


def _unusable(name: str, what: str) -> NoReturn:
    raise EmbeddingsError(
        said("The embeddings endpoint of {name} gave {what}.", name=name, what=what),
        said("Check the name of the embeddings model."),
    )
