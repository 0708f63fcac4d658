"""Pictures and mixed content in results."""

import base64
import enum
import json
from pathlib import Path
from typing import Any

import pydantic
import pytest
import toolcall

from studio.tools.worker import pictures, results

PNG = b"\x89PNG\r\n\x1a\nrest"
AS_TEXT = base64.b64encode(PNG).decode()
AS_URL = f"data:image/png;base64,{AS_TEXT}"
SHOWN = {"url": AS_URL, "media_type": "image/png"}


class Drawn:
    """A picture in the form of PIL's."""

    def __init__(self, data: bytes = PNG) -> None:
        self.mode, self.size, self._data = "RGB", (1, 1), data

    def save(self, into: Any, format: str) -> None:
        assert format == "PNG"
        into.write(self._data)


class Broken(Drawn):
    def save(self, into: Any, format: str) -> None:
        raise OSError("no encoder")


class Content(pydantic.BaseModel):
    """A part of a result as MCP's SDK holds it."""

    type: str
    text: str = ""
    data: str = ""
    mimeType: str = ""  # noqa: N815 - as it is sent


@pytest.mark.parametrize(
    "value",
    [
        toolcall.Image(PNG),
        toolcall.Image(PNG, "image/png"),
        toolcall.Image(AS_URL),
        Drawn(),
        {"type": "image", "data": AS_TEXT, "mimeType": "image/png"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": AS_TEXT}},
        {"type": "image_url", "image_url": {"url": AS_URL}},
        {"type": "input_image", "image_url": AS_URL},
        {"type": "image", "base64": AS_TEXT, "mime_type": "image/png"},
        Content(type="image", data=AS_TEXT, mimeType="image/png"),
    ],
)
def test_a_picture_in_any_form_is_carried_beside_the_text(value: Any) -> None:
    assert results.told(value) == {"status": "ok", "text": "", "media": [SHOWN]}
    assert pictures.is_picture(value)


def test_a_picture_may_be_a_link() -> None:
    link = {"url": "https://example.com/a.png", "media_type": ""}
    assert results.told(toolcall.Image("https://example.com/a.png"))["media"] == [link]
    anthropic = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}
    assert results.told(anthropic)["media"] == [link]


def test_a_file_is_read_where_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.gif").write_bytes(b"GIF89a")
    assert results.told(toolcall.Image(tmp_path / "a.gif"))["media"][0]["media_type"] == "image/gif"
    with pytest.raises(FileNotFoundError):
        toolcall.Image(tmp_path / "none.png")


def test_texts_and_pictures_keep_to_their_kinds() -> None:
    value = ["Before.", toolcall.Image(PNG), {"type": "text", "text": "Between."}, {"a": 1}, Drawn()]
    assert results.told(value) == {"status": "ok", "text": 'Before.\nBetween.\n{"a": 1}', "media": [SHOWN, SHOWN]}


def test_a_picture_deep_in_a_value_is_named_in_its_place() -> None:
    told = results.told({"chart": Drawn(), "odd": float("nan"), "n": 1})
    assert json.loads(told["text"]) == {"chart": "[picture 1]", "odd": "nan", "n": 1}
    assert told["media"] == [SHOWN]


@pytest.mark.parametrize(
    "value",
    [["a", 1], {"type": "image"}, {"type": "image", "name": "cat"}, [{"type": "text", "text": "a"}], b"\x89PNG"],
)
def test_what_is_no_picture_stays_json(value: Any) -> None:
    told = results.told(value)
    assert told["media"] == []
    if not isinstance(value, bytes):
        assert json.loads(told["text"]) == value


@pytest.mark.parametrize(
    "make", [toolcall.Image, Drawn, lambda data: {"type": "image", "data": base64.b64encode(data).decode()}]
)
def test_a_picture_that_is_too_large_is_told_in_a_sentence(make: Any) -> None:
    assert results.told(make(b"\x89PNG" + bytes(pictures.MOST_BYTES))) == {
        "status": "ok",
        "text": "[a picture of 20.0 MB was left out: 20 MB is the most]",
        "media": [],
    }


def test_pictures_that_are_too_large_together_are_told() -> None:
    told = results.told([toolcall.Image(PNG + bytes(100)) for _ in range(2)], most=200)
    assert (len(told["media"]), told["text"]) == (1, "[a picture was left out: together they are too large]")


def test_a_picture_that_cannot_be_saved_is_told() -> None:
    assert results.told(Broken())["text"] == "[a picture was left out: OSError: no encoder]"


class Hostile:
    """Raises whatever is asked of it."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __str__(self) -> str:
        raise RuntimeError("no text")


class Mood(enum.Enum):
    GOOD = Hostile


def test_no_object_fails_a_result() -> None:
    assert "Hostile object at" in results.told(Hostile())["text"]
    assert "Hostile object at" in results.told([Hostile(), {"a": Hostile()}])["text"]
    assert results.told(Mood.GOOD)["status"] == "ok"


def test_a_text_that_is_too_long_is_said_to_be() -> None:
    assert results.told("x" * 11, most=10) == {"status": "too_long", "size": 11}
    assert results.told("杯" * 4, most=10) == {"status": "too_long", "size": 12}
    assert results.told(["x" * 10], most=10) == {"status": "too_long", "size": 14}
    assert results.told("x" * 10, most=10)["status"] == "ok"


def test_a_long_message_of_an_error_is_cut_visibly() -> None:
    cut = results.short("x" * (results.MOST_ERROR + 5))
    assert cut.endswith("\n[cut after 1000000 characters]")
    assert results.short("a\ud83d") == "a\\ud83d"
