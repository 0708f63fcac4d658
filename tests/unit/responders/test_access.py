"""What a request carries: the key in the right header, the dialect's headers, the person's own, and the proxy it goes through."""

from typing import Any

import pytest

from studio.dialects.openai_chat import OpenAIChat
from studio.messages.message import user
from studio.messages.request import ChatRequest
from studio.responders.access import Access, AccessError
from studio.responders.live import LiveResponder
from studio.responders.profiles import Profile
from studio.responders.responder import Asked, Closed, Failed
from studio.wire.http_client import HttpClient
from studio.wire.redact import BLANK, Redactor
from tests.socket_server import answer, sending, serving

pytestmark = pytest.mark.anyio
KEY = "sk-test-0123456789"
ENVIRON = {"PASSWORD": "p@ss/word-1", "WHOLE": "http://me:secret-1@127.0.0.1:8080", "TEAM": "team-secret-42"}
WHOLE = b'{"choices":[{"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}]}'


class Versioned(OpenAIChat):
    """A dialect that wants a header of its own and carries the key in another one."""

    key_header = "X-Api-Key"
    headers: tuple[tuple[str, str], ...] = (("Dialect-Version", "2023-06-01"),)


def access(key: str | None = KEY, redactor: Redactor | None = None, **members: Any) -> Access:
    profile = Profile(name="Test", **{"base_url": "https://api.example.com/v1", **members})
    return Access(profile, Versioned(), lambda: key, redactor or Redactor(), ENVIRON)


def test_the_key_goes_into_the_header_of_the_dialect_as_it_is() -> None:
    headers = access().headers(stream=True)
    assert headers == {"accept": "text/event-stream", "dialect-version": "2023-06-01", "x-api-key": KEY}


@pytest.mark.parametrize(
    ("named", "name", "value"), [("Authorization", "authorization", f"Bearer {KEY}"), ("api-key", "api-key", KEY)]
)
def test_the_header_that_the_profile_names_goes_before_that_of_the_dialect(named: str, name: str, value: str) -> None:
    headers = access(key_header=named).headers(stream=False)
    assert headers[name] == value
    assert "x-api-key" not in headers


def test_the_headers_of_the_person_go_before_all_others() -> None:
    own = {"Dialect-Version": "2030-01-01", "X-Api-Key": "${TEAM}", "Accept": "text/plain"}
    headers = access(headers=own).headers(stream=True)
    assert headers == {"dialect-version": "2030-01-01", "x-api-key": "team-secret-42", "accept": "text/plain"}


def test_a_key_in_a_header_of_the_person_by_the_name_that_the_profile_gives_is_a_key() -> None:
    headers = access(key=None, key_header="x-mine", headers={"X-Mine": "${TEAM}"}).headers(stream=True)
    assert headers["x-mine"] == "team-secret-42"
    with pytest.raises(AccessError):
        access(key=None).headers(stream=True)


def test_the_header_of_the_key_is_blanked_whatever_its_name_and_however_short_the_key() -> None:
    mine = access(key="abc", key_header="x-mine")
    kept = mine.blanked([("X-Mine", "abc"), ("X-Api-Key", "other"), ("accept", "x")])
    assert kept == (("X-Mine", BLANK), ("X-Api-Key", BLANK), ("accept", "x"))


def test_variables_of_the_proxy_are_filled_in_quoted_and_blanked_from_then_on() -> None:
    redactor = Redactor()
    assert access(redactor=redactor).proxy() is None
    named = access(redactor=redactor, proxy="http://me:${PASSWORD}@127.0.0.1:8080")
    assert named.proxy() == "http://me:p%40ss%2Fword-1@127.0.0.1:8080"
    assert redactor.text("p@ss/word-1 or p%40ss%2Fword-1") == f"{BLANK} or {BLANK}"
    assert access(proxy="${WHOLE}").proxy() == ENVIRON["WHOLE"]


@pytest.mark.parametrize(
    ("proxy", "told"),
    [
        ("${ABSENT}", "The proxy of Test needs the environment variable ABSENT"),
        ("${TEAM}", "The proxy of Test is no address such as"),
    ],
)
def test_a_proxy_that_is_not_there_is_a_matter_of_setup_and_not_quoted(proxy: str, told: str) -> None:
    with pytest.raises(AccessError) as raised:
        access(proxy=proxy).proxy()
    assert raised.value.error.kind == "setup"
    assert told in raised.value.error.message
    assert "team-secret" not in raised.value.error.message


async def ask(profile: Profile) -> Any:
    request = ChatRequest("m", (user("hello"),))
    asked = Asked(request, lambda: OpenAIChat().write_request(request, stream=False), stream=False)
    client = HttpClient()
    responder = LiveResponder(profile, client, lambda: KEY, Redactor(), environ=ENVIRON)
    told = [one async for one in responder.answer(asked)]
    await client.close()
    return told[-1]


async def test_a_request_goes_through_the_proxy_of_its_profile_which_gets_its_password() -> None:
    async with serving(sending(answer("200 OK", WHOLE))) as proxy:
        address = proxy.url.removesuffix("/v1").replace("://", "://me:${PASSWORD}@")
        closed = await ask(Profile(name="Test", base_url="http://127.0.0.1:9/v1", proxy=address))
    assert isinstance(closed, Closed)
    assert closed.reply.text == "hi"
    head = proxy.requests[0][0]
    assert head.startswith("POST http://127.0.0.1:9/v1/chat/completions HTTP/1.1")
    assert "proxy-authorization: basic bwu6cebzcy93b3jkltE=".lower() in head.lower()
    assert "p@ss" not in repr(closed)


async def test_a_proxy_that_refuses_or_is_not_there_is_named_and_not_the_server_behind_it() -> None:
    refused = Profile(name="Test", base_url="https://api.example.com/v1", proxy="http://127.0.0.1:9")
    failed = await ask(refused)
    assert isinstance(failed, Failed)
    assert failed.error.kind == "connection"
    assert failed.error.message == "The proxy 127.0.0.1:9 gave no connection to api.example.com:443."
    async with serving(sending(b"HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n")) as proxy:
        address = proxy.url.removesuffix("/v1")
        failed = await ask(refused.model_copy(update={"proxy": address}))
    assert failed.error.message.endswith("gave no connection to api.example.com:443 (407).")


def test_a_key_in_the_address_is_blanked_wherever_a_server_says_it_again() -> None:
    redactor = Redactor()
    access(redactor=redactor, base_url="https://api.example.com/v1?key=a%2Fb-secret-1&api-version=2024-01")
    assert redactor.text("no key a/b-secret-1, a%2Fb-secret-1 in 2024-01") == f"no key {BLANK}, {BLANK} in 2024-01"
