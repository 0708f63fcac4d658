"""An HTTP archive as other readers want it: the members that HAR 1.2 asks for, whole bodies, and times that add up."""

import base64
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from studio.interop import har
from studio.interop.har import Archived
from studio.session.kept_exchange import KeptExchange
from studio.wire.exchange import Times

pytestmark = pytest.mark.promise("H5")


def _of(*needed: str, **members: Any) -> dict[str, Any]:
    return {"type": "object", "required": [*needed], "properties": members}


_TEXT, _NUMBER, _WHOLE = {"type": "string"}, {"type": "number", "minimum": -1}, {"type": "integer", "minimum": -1}
_TIME = {"type": "number", "minimum": 0}
_PAIRS = {"type": "array", "items": _of("name", "value", name=_TEXT, value=_TEXT)}
_DATE = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"}
_ALL = {
    "httpVersion": _TEXT,
    "cookies": {"type": "array"},
    "headers": _PAIRS,
    "headersSize": _WHOLE,
    "bodySize": _WHOLE,
}
_REQUEST = _of(
    *("method", "url", "queryString", *_ALL),
    **{"method": _TEXT, "url": {"type": "string", "pattern": "^https?://"}, "queryString": _PAIRS, **_ALL},
    postData=_of("mimeType", "text", mimeType=_TEXT, text=_TEXT),
)
_CONTENT = _of("size", "mimeType", size=_WHOLE, mimeType=_TEXT, text=_TEXT, encoding={"const": "base64"})
_RESPONSE = _of(
    *("status", "statusText", "content", "redirectURL", *_ALL),
    **{"status": _WHOLE, "statusText": _TEXT, "content": _CONTENT, "redirectURL": _TEXT, **_ALL},
)
_TIMINGS = _of(
    *("send", "wait", "receive"),
    send=_TIME,
    wait=_TIME,
    receive=_TIME,
    blocked=_NUMBER,
    dns=_NUMBER,
    connect=_NUMBER,
    ssl=_NUMBER,
)
_ENTRY = _of(
    *("startedDateTime", "time", "request", "response", "cache", "timings"),
    startedDateTime=_DATE,
    time=_TIME,
    request=_REQUEST,
    response=_RESPONSE,
    cache=_of(),
    timings=_TIMINGS,
)
_CREATOR = _of("name", "version", name=_TEXT, version=_TEXT)
SCHEMA = _of(
    "log",
    log=_of("version", "creator", "entries", version={"const": "1.2"}, creator=_CREATOR, entries={"items": _ENTRY}),
)
"""What the specification asks for (http://www.softwareishard.com/blog/har-12-spec/)."""


def archive(*exchanges: Archived) -> dict[str, Any]:
    text = "".join((har.opening("1", "A title"), *har.entries(iter(exchanges)), har.CLOSING))
    read: dict[str, Any] = json.loads(text)
    Draft202012Validator(SCHEMA).validate(read)
    return read["log"]  # type: ignore[no-any-return]


def kept(**more: Any) -> KeptExchange:
    members = {
        "method": "POST",
        "url": "http://127.0.0.1:9/v1/chat?a=1&b=%C3%A4",
        "status": 200,
        "text": "{}",
        "seconds": 0.5,
    }
    headers = {
        "request_headers": (("content-type", "application/json"),),
        "headers": (("content-type", "text/event-stream"),),
    }
    return KeptExchange(**{**members, **headers, **more})


def test_an_exchange_has_all_that_readers_ask_for() -> None:
    stream = "data: {}\n\ndata: [DONE]\n\n"
    (entry,) = archive(Archived(kept(text=stream), b'{"model":"m"}', 1_764_547_200.25, "step 3"))["entries"]
    assert entry["startedDateTime"] == "2025-12-01T00:00:00.250Z"
    assert entry["request"]["postData"] == {"mimeType": "application/json", "text": '{"model":"m"}'}
    assert entry["request"]["queryString"] == [{"name": "a", "value": "1"}, {"name": "b", "value": "ä"}]
    assert entry["response"]["content"] == {"size": len(stream), "mimeType": "text/event-stream", "text": stream}
    assert (entry["response"]["statusText"], entry["comment"]) == ("OK", "step 3")


def test_times_add_up_to_the_whole() -> None:
    times = Times(connect=10, tls=30, sent=31.5, first=131.5, last=500)
    (entry,) = archive(Archived(kept(times=times), b"", 0.0))["entries"]
    assert entry["timings"] == {
        "blocked": -1, "dns": -1, "connect": 30, "ssl": 20, "send": 1.5, "wait": 100, "receive": 368.5
    }  # fmt: skip
    assert entry["time"] == 500


@pytest.mark.parametrize(
    "times", [None, Times(), Times(first=5.0), Times(connect=9.0, sent=3.0, first=2.0, last=1.0), Times(tls=4.0)]
)
def test_times_that_are_not_known_are_never_below_nothing(times: Times | None) -> None:
    (entry,) = archive(Archived(kept(times=times), b"", 0.0))["entries"]
    assert all(value >= 0 for name, value in entry["timings"].items() if name in ("send", "wait", "receive"))


def test_what_is_no_text_is_kept_as_base64_and_halves_of_characters_harm_nothing() -> None:
    raw = b"\xff\xfe\x00half"
    (entry,) = archive(Archived(kept(text="", binary=raw), '{"a":"\ud800"}'.encode("utf-8", "surrogatepass"), 0.0))[
        "entries"
    ]
    content = entry["response"]["content"]
    assert (base64.b64decode(content["text"]), content["encoding"]) == (raw, "base64")
    (half,) = archive(Archived(kept(text="\ud800"), b"", 0.0))["entries"]
    assert base64.b64decode(half["response"]["content"]["text"]) == b"\xed\xa0\x80"


def test_a_request_without_an_answer_says_why() -> None:
    (entry,) = archive(Archived(kept(status=None, headers=(), text=""), b"{}", 0.0, error="refused"))["entries"]
    assert (entry["response"]["status"], entry["response"]["statusText"], entry["_error"]) == (0, "", "refused")


def test_an_archive_of_nothing_and_of_many_is_whole() -> None:
    assert archive()["entries"] == []
    assert len(archive(*(Archived(kept(), b"{}", float(at)) for at in range(3)))["entries"]) == 3
