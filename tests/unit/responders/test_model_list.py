"""Which models a server has: each dialect's list, and every way in which none comes."""

import json
from typing import Any

import pytest

from studio.dialects import roster
from studio.responders.model_list import ModelList, list_models, list_path
from studio.responders.profiles import Profile
from studio.wire.http_client import HttpClient
from studio.wire.redact import Redactor
from tests.socket_server import Script, answer, sending, serving

pytestmark = pytest.mark.anyio
KEY = "sk-test-0123456789"


async def listed(script: Script, **members: Any) -> tuple[ModelList, str]:
    client = HttpClient()
    async with serving(script) as server:
        profile = Profile(name="Test", **{"base_url": server.url, **members})
        found = await list_models(profile, client, lambda: KEY, Redactor())
        await client.close()
    return found, server.requests[0][0]


def gives(value: Any, status: str = "200 OK") -> Script:
    return sending(answer(status, json.dumps(value).encode()))


@pytest.mark.parametrize(
    "value",
    [
        {"object": "list", "data": [{"id": "a"}, {"id": "models/b"}]},
        {"models": [{"name": "a", "size": 1}, {"model": "b"}]},
        [{"id": "a"}, "b", {"id": 7}, None],
    ],
)
async def test_names_are_read_out_of_every_usual_list(value: Any) -> None:
    found, head = await listed(gives(value))
    assert found == ModelList(("a", "b"))
    assert head.startswith("GET /v1/models HTTP/1.1")
    assert f"authorization: bearer {KEY}" in head.lower()


@pytest.mark.parametrize("name", roster.NAMES)
def test_each_dialect_has_its_list_behind_the_base_address(name: str) -> None:
    assert list_path(roster.make(name)) == ("/api/tags" if name == "ollama_chat" else "/models")


async def test_an_error_is_told_with_its_status_and_without_the_key() -> None:
    found, _ = await listed(gives({"error": {"message": f"bad {KEY}"}}, "401 Unauthorized"))
    assert found.names == ()
    assert found.error is not None
    assert (found.error.status, found.error.message) == (401, "bad [redacted]")


@pytest.mark.parametrize("body", [b"<html>", b"{}", b'{"data": 1}', b"7", b"[" * 100_000])
async def test_a_body_that_is_no_list_gives_no_names(body: bytes) -> None:
    found, _ = await listed(sending(answer("200 OK", body)))
    assert found == ModelList()


async def test_a_list_without_end_is_not_read_to_its_end() -> None:
    found, _ = await listed(sending(answer("200 OK", b'["' + b"x" * 5_000_000 + b'"]')))
    assert found == ModelList()


@pytest.mark.parametrize(
    ("url", "kind"), [("http://127.0.0.1:9/v1", "connection"), ("https://api.example.com", "setup")]
)
async def test_what_stands_in_the_way_is_told_by_its_kind(url: str, kind: str) -> None:
    client = HttpClient()
    found = await list_models(Profile(name="Test", base_url=url), client, lambda: None, Redactor())
    await client.close()
    assert found.error is not None
    assert found.error.kind == kind
