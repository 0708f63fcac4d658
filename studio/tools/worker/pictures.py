"""Pictures in results: `toolcall.Image`, objects like those of PIL, and the content dicts of MCP, Anthropic and OpenAI.

Above: `results`. All become `{"url", "media_type"}`, bytes as `data:` URLs. Known by their form: nothing is imported here.
"""

from __future__ import annotations

import base64
import io
from typing import Any, Optional, Union

MOST_BYTES = 20_000_000
"""What one picture may hold; a larger one is told in a sentence."""
_PLAIN = {str, int, float, bool, type(None), list, tuple, bytes}
_KINDS = ("image", "image_url", "input_image")
_BEGINNINGS = ((b"\x89PNG", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF8", "gif"), (b"BM", "bmp"), (b"<svg", "svg+xml"))

Picture = dict[str, str]
Shown = Optional[Union[Picture, str]]  # noqa: UP007, UP045 - evaluated by Python 3.9


def is_object(value: Any) -> bool:
    """Whether it is an object that is a picture: ours, one like PIL's, or a figure. Raises nothing."""
    try:
        return _is_ours(value) or _is_like_pil(value) or _is_figure(value)
    except Exception:  # noqa: BLE001 - foreign objects may raise anything
        return False


def is_picture(value: Any) -> bool:
    """Whether `shown` gives something for it; quick for plain data."""
    kind = type(value)
    if kind in _PLAIN:
        return False
    if kind is dict:
        return value.get("type") in _KINDS and shown(value) is not None
    return is_object(value) or isinstance(_as_dict(value), dict)


def shown(value: Any) -> Shown:
    """A picture as `{"url", "media_type"}`, or the sentence that stands for one that cannot be carried. None: it is no picture.

    Takes picture objects and content dicts (or models of such, as MCP's). Raises nothing.
    """
    if type(value) in _PLAIN:
        return None
    try:
        if _is_ours(value):
            return _linked(value.url, value.media_type) if value.data is None else _inline(value.data, value.media_type)
        return _saved(value) if is_object(value) else _of_dict(_as_dict(value))
    except Exception as error:  # noqa: BLE001 - foreign objects may raise anything
        return f"[a picture was left out: {type(error).__name__}: {error}]"


def _is_ours(value: Any) -> bool:
    return type(value).__name__ == "Image" and type(value).__module__ == "toolcall"


def _is_like_pil(value: Any) -> bool:
    saves = callable(getattr(type(value), "save", None))
    return saves and isinstance(getattr(value, "mode", None), str) and isinstance(getattr(value, "size", None), tuple)


def _is_figure(value: Any) -> bool:
    return type(value).__module__.partition(".")[0] == "matplotlib" and callable(getattr(type(value), "savefig", None))


def _saved(value: Any) -> Shown:
    into = io.BytesIO()
    (value.savefig if _is_figure(value) else value.save)(into, format="PNG")
    return _inline(into.getvalue(), "image/png")


def _inline(data: bytes, media_type: str) -> Shown:
    if len(data) > MOST_BYTES:
        return _too_big(len(data))
    media_type = media_type or _guessed(data)
    return _linked(f"data:{media_type};base64,{base64.b64encode(data).decode('ascii')}", media_type)


def _guessed(data: bytes) -> str:
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((f"image/{name}" for beginning, name in _BEGINNINGS if data.startswith(beginning)), "image/png")


def _linked(url: str, media_type: str) -> Shown:
    size = (len(url) - url.find(",") - 1) * 3 // 4 if url.startswith("data:") else 0
    if size > MOST_BYTES:
        return _too_big(size)
    if not media_type and url.startswith("data:"):
        media_type = url[5:].partition(",")[0].partition(";")[0]
    return {"url": url, "media_type": media_type}


def _too_big(size: int) -> str:
    return f"[a picture of {size / 1e6:.1f} MB was left out: {MOST_BYTES / 1e6:.0f} MB is the most]"


def _as_dict(value: Any) -> Any:
    """A content dict; of a model of such (MCP's) the dict that it is. Anything else as it is."""
    try:
        if callable(getattr(type(value), "to_image_content", None)):
            value = value.to_image_content()
        if callable(getattr(type(value), "model_dump", None)) and getattr(value, "type", None) in _KINDS:
            value = value.model_dump(mode="json", by_alias=True)
    except Exception:  # noqa: BLE001 - foreign objects may raise anything
        return value
    return value


def _of_dict(value: Any) -> Shown:
    """MCP: `data`, `mimeType`. Anthropic: `source`. OpenAI: `image_url`, a text or with `url`. LangChain: `base64` or `url`."""
    if not isinstance(value, dict) or value.get("type") not in _KINDS:
        return None
    place = value.get("source", value.get("image_url", value))
    if isinstance(place, str):
        return _linked(place, "")
    if not isinstance(place, dict):
        return None
    kind = next((place[key] for key in ("media_type", "mimeType", "mime_type") if isinstance(place.get(key), str)), "")
    if isinstance(place.get("url"), str):
        return _linked(place["url"], kind)
    data = next((place[key] for key in ("data", "base64") if isinstance(place.get(key), str)), None)
    return None if data is None else _linked(f"data:{kind or 'image/png'};base64,{data}", kind or "image/png")
