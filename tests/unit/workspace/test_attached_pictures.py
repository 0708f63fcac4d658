"""What goes along as a picture is told by its bytes, and how large it may be."""

from pathlib import Path

import pytest

from studio.messages.parts import Image
from studio.store.settings import Settings
from studio.workspace.attached_pictures import LARGEST, PictureError, picture_file, picture_of
from studio.workspace.saved_prompts import MOST, SavedPrompts

HEADS = {
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/jpeg": b"\xff\xd8\xff\xe0",
    "image/gif": b"GIF89a",
    "image/webp": b"RIFF\x00\x00\x00\x00WEBP",
}


@pytest.mark.parametrize("kind", HEADS)
def test_the_kind_is_told_by_the_bytes_not_by_the_name(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.png"
    path.write_bytes(HEADS[kind])
    made = picture_file(path)
    assert made.media_type == kind
    assert made.url.startswith(f"data:{kind};base64,")


@pytest.mark.parametrize("data", [b"", b"RIFF....WAVE", b"%PDF-1.7", b"<svg/>"])
def test_anything_else_is_refused_with_what_helps(data: bytes) -> None:
    with pytest.raises(PictureError) as refused:
        picture_of(data, "x.png")
    assert refused.value.sentence == "x.png is no picture that a model can take."
    assert refused.value.help == "Attach a PNG, JPEG, GIF or WebP picture."


def test_one_byte_too_many_is_refused() -> None:
    whole = HEADS["image/png"].ljust(LARGEST, b"\0")
    assert isinstance(picture_of(whole, "x.png"), Image)
    with pytest.raises(PictureError, match=r"x\.png is larger than 7\.5 MB\."):
        picture_of(whole + b"\0", "x.png")


def test_the_prompt_saved_last_comes_first_and_none_stands_twice() -> None:
    settings = Settings()
    prompts = SavedPrompts(lambda: settings, lambda: None)
    for text in ("a", "b", "a"):
        prompts.save(text)
    assert prompts.all() == ("a", "b")
    for at in range(MOST):
        prompts.save(f"more {at}")
    assert len(prompts.all()) == MOST
    assert "b" not in prompts.all()
