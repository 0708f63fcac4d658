"""The corpus kind `session_file`: damaged files of one object a line, read and appended to as session files are.

Each file gets a header line in front, so that it is one of ours; the line numbers of the problems are counted without it.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from studio.session.lines import encode
from studio.store import session_file
from studio.store.lines import BOM, parse, places
from tests.cases import corpus


def _file(folder: Path, data: bytes) -> Path:
    header = encode(session_file.new_header("case")) + b"\n"
    mark = BOM if data.startswith(BOM) else b""
    path = folder / "case.tcsession"
    path.write_bytes(mark + header + data[len(mark) :] if not _is_foreign(data) else data)
    return path


def _is_foreign(data: bytes) -> bool:
    return any(damage.code == "wrong_encoding" for damage in places(data)[1])


def _records(path: Path) -> list[Any]:
    data = path.read_bytes()
    return [parse(data[place.start : place.end]) for place in places(data)[0][1:]]


def _problems(path: Path) -> list[dict[str, Any]]:
    """The damage of the lines as such. Whether a record is of use in a session is another question: these are not ours."""
    return [{"code": one.code, "line": max(one.line - 1, 1)} for one in places(path.read_bytes())[1]]


def _append(path: Path, record: Any) -> None:
    sink = session_file.resume(session_file.read(path))
    sink.write(json.dumps(record).encode())
    sink.close()


@pytest.mark.parametrize("case", corpus.params("session_file"))
def test_a_session_file_is_read_as_far_as_it_is_whole_and_saved_as_it_was(case: dict[str, Any], tmp_path: Path) -> None:
    path = _file(tmp_path, b"".join(corpus.to_bytes(case["input"]["parts"])))
    if "then_append" in case["input"]:
        _append(path, case["input"]["then_append"])
    records, problems = _records(path), _problems(path)
    if "saved_again" in case["expect"]:
        session_file.resume(session_file.read(path)).close()
    made = {"records_n": [record["n"] for record in records], "problems": problems, "saved_again": _records(path)}
    corpus.check(case, made)


@pytest.mark.parametrize("case", corpus.params("session_file"))
def test_nothing_of_a_damaged_file_is_lost_by_going_on_with_it(case: dict[str, Any], tmp_path: Path) -> None:
    path = _file(tmp_path, b"".join(corpus.to_bytes(case["input"]["parts"])))
    before = path.read_bytes()
    _append(path, {"n": 99})
    aside = path.with_suffix(".tcsession.cut")
    cut = aside.read_bytes()[:-1] if aside.exists() else b""
    assert path.read_bytes().startswith(before.removesuffix(cut))
    assert _records(path)[-1] == {"n": 99}
