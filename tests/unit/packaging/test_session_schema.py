"""The published schema of session files is that of the program, and real lines fit it."""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given

from studio.session.lines import encode
from studio.session.nodes import NodeId
from tests.histories import Telling, few, moves

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "packaging" / "session_schema.py"
SCHEMA = json.loads((ROOT / "resources" / "session.schema.json").read_text(encoding="utf-8"))
CHECK = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_file_is_up_to_date(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--check"], check=False, cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@few
@given(moves)
def test_every_line_of_a_random_session_fits_it(drawn: list[tuple[str, str, float]]) -> None:
    tree = Telling().tell(drawn).journal.tree
    for node in range(1, tree.last + 1):
        CHECK.validate(json.loads(encode(tree.event(NodeId(node)))))


@pytest.mark.parametrize(
    "file", sorted((ROOT / "tests" / "sessions" / "v1").glob("*.tcsession")), ids=lambda path: path.stem
)
def test_every_line_of_the_kept_sessions_fits_it(file: Path) -> None:
    for line in file.read_bytes().splitlines():
        CHECK.validate(json.loads(line))


def test_a_line_of_another_kind_does_not_fit_it() -> None:
    assert not CHECK.is_valid({"kind": "hologram", "id": 1})
    assert not CHECK.is_valid({"kind": "request", "id": 1, "body": [[1]]})
