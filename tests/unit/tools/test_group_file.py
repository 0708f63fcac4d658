"""Tests of files with groups: what they may say, and the place of what is wrong in them."""

import json
from pathlib import Path
from typing import Any

import pytest

from studio.session.toolbox import Always, ByExpression, ByHand, ByWords, Chosen, ToolGroup
from studio.tools.group_file import EXAMPLE, GroupFileError, read_groups


def _file(folder: Path, text: str) -> Path:
    path = folder / "groups.json"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_example_of_the_help_can_be_read_and_names_files_from_its_own_folder(tmp_path: Path) -> None:
    read = read_groups(_file(tmp_path, EXAMPLE))
    assert read.groups == (ToolGroup("refunds", ("refund_*",), ByWords(("refund",))),)
    assert read.sources is not None
    assert (read.sources[0].name, read.sources[0].file) == ("by page", str(tmp_path / "pages.py"))
    assert read.chooser is not None
    assert (read.chooser.by, read.chooser.profile) == ("model", "small")


@pytest.mark.parametrize(
    ("rule", "made"),
    [
        ({"kind": "always"}, Always()),
        ({"kind": "hand", "open": True}, ByHand(True)),
        ({"kind": "chosen"}, Chosen()),
        ({"kind": "expression", "text": "round == `1`"}, ByExpression("round == `1`")),
    ],
)
def test_every_rule_has_a_kind_of_its_name(tmp_path: Path, rule: dict[str, Any], made: Any) -> None:
    text = json.dumps({"groups": [{"name": "a", "rule": rule}, {"name": "b"}]})
    assert [group.rule for group in read_groups(_file(tmp_path, text)).groups] == [made, Always()]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1: this is not JSON"),
        ("[]", "groups.json: this must be an object"),
        ('{"group": []}', "groups.json: there is no member group"),
        ('{"groups": {}}', "groups: this must be a list"),
        ('{"groups": [{}]}', "groups[0]: the member name is missing"),
        ('{"groups": [{"name": "a", "tool": []}]}', "groups[0]: there is no member tool"),
        ('{"groups": [{"name": "a", "tools": "x"}]}', "groups[0].tools: this must be a list, and is a text"),
        ('{"groups": [{"name": "a", "rule": {}}]}', "groups[0].rule: the member kind is missing"),
        ('{"groups": [{"name": "a", "rule": {"kind": "word"}}]}', "groups[0].rule.kind: there is no rule 'word'"),
        ('{"groups": [{"name": "a", "rule": {"kind": ["words"]}}]}', "groups[0].rule.kind: there is no rule"),
        (
            '{"groups": [{"name": "a", "rule": {"kind": "words", "text": "a"}}]}',
            "groups[0].rule: there is no member text",
        ),
        (
            '{"groups": [{"name": "a", "rule": {"kind": "words", "words": [1]}}]}',
            "groups[0].rule.words[0]: this must be a text, and is a whole number",
        ),
        ('{"groups": [{"name": "a", "rule": {"kind": "expression", "text": "a = b"}}]}', "groups[0].rule: "),
        ('{"sources": [{"file": "a.py"}]}', "sources[0]: "),
        ('{"chooser": {"by": "person"}}', "chooser.by: 'person' chooses nothing"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(GroupFileError) as refused:
        read_groups(_file(tmp_path, text))
    assert said in refused.value.sentence


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(GroupFileError, match=r"none\.json cannot be read"):
        read_groups(tmp_path / "none.json")
