"""The shared corpus: finds the case files of a kind and compares what the product made with what is expected.

`STUDIO_CASES` names another folder of the same form; else the copy beside this file is read. The form of a file and the
rules for comparing are those of `corpus/README.md`. Knows no kind: each kind has its adapter in `test_<kind>.py`.
"""

import base64
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


def folder() -> Path:
    """The folder of the corpus, one folder per kind in it."""
    return Path(os.environ.get("STUDIO_CASES") or HERE / "corpus")


def is_foreign() -> bool:
    """Whether another corpus than the copy beside this file is read."""
    return folder().resolve() != (HERE / "corpus").resolve()


def kinds() -> list[str]:
    """The kinds that hold at least one case, sorted."""
    return sorted({path.parent.name for path in folder().glob("*/*.json")})


def adapted() -> set[str]:
    """The kinds that have an adapter here."""
    return {path.stem.removeprefix("test_") for path in HERE.glob("test_*.py")}


def load(kind: str) -> list[dict[str, Any]]:
    """Every case of `kind`, by name. Empty when the folder has none."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted((folder() / kind).glob("*.json"))]


def params(kind: str) -> list[Any]:
    """The cases of `kind` for `pytest.mark.parametrize`; a folder without that kind gives one skipped entry."""
    cases = [pytest.param(case, id=case["id"].partition("/")[2]) for case in load(kind)]
    return cases or [pytest.param({}, marks=pytest.mark.skip(reason=f"the corpus has no cases of {kind}"), id="none")]


def to_bytes(pieces: Iterable[Any]) -> list[bytes]:
    """The bytes of each piece: a text, `{"b64": …}`, or `{"repeat": …, "times": …}`."""
    return [_piece(piece) for piece in pieces]


def _piece(piece: Any) -> bytes:
    if isinstance(piece, str):
        return piece.encode()
    if "b64" in piece:
        return base64.b64decode(piece["b64"], validate=True)
    return str(piece["repeat"]).encode() * int(piece["times"])


def check(case: dict[str, Any], made: Any) -> None:
    """Fail unless `made` fits `expect` or one of `accept`; the message names the first place that differs."""
    differences = [difference(wanted, made) for wanted in (case["expect"], *case.get("accept", ()))]
    if all(differences):
        raise AssertionError(f"{case['id']} ({case['strength']}): {differences[0]}\nmade: {made!r}\nwhy: {case['why']}")


def difference(wanted: Any, made: Any, place: str = "") -> str:
    """Where and how `made` differs from `wanted`, empty when it fits. Members `wanted` does not name are not compared."""
    if isinstance(wanted, dict) and "$match" in wanted:
        return "" if _matches(wanted, made) else f"{place}: {made!r} is not {wanted!r}"
    if isinstance(wanted, dict) and isinstance(made, dict):
        return _first(_member(key, value, made, place) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(made, list) and len(wanted) == len(made):
        pairs = enumerate(zip(wanted, made, strict=True))
        return _first(difference(left, right, f"{place}/{n}") for n, (left, right) in pairs)
    return "" if _same(wanted, made) else f"{place}: {made!r} is not {wanted!r}"


def _first(found: Iterable[str]) -> str:
    return next((text for text in found if text), "")


def _member(key: str, value: Any, made: dict[str, Any], place: str) -> str:
    if key == "message_contains":
        message = str(made.get("message"))
        return "" if value in message else f"{place}/message: {value!r} is not in {message!r}"
    if key not in made:
        return f"{place}/{key}: missing"
    return difference(value, made[key], f"{place}/{key}")


def _same(wanted: Any, made: Any) -> bool:
    numbers = (bool, int, float)
    if isinstance(wanted, numbers) and isinstance(made, numbers) and type(wanted) is not type(made):
        return False
    return bool(wanted == made)


def _matches(matcher: dict[str, Any], made: Any) -> bool:
    match matcher["$match"]:
        case "any":
            return True
        case "nonempty":
            return bool(made)
        case "in":
            return any(not difference(value, made) for value in matcher["values"])
        case "json_equals":
            return isinstance(made, str) and _sorted(made) == json.dumps(matcher["value"], sort_keys=True)
        case other:
            raise ValueError(f"unknown matcher {other!r}")


def _sorted(text: str) -> str | None:
    try:
        return json.dumps(json.loads(text), sort_keys=True)
    except ValueError:
        return None
