"""Agent Skills read from folders: what is taken, what is said of the rest, and what is refused with its place."""

from pathlib import Path

import pytest

from studio.problems import StudioError
from studio.tools.skill_bounds import LONGEST_DESCRIPTION, MOST_OF_RESOURCE, MOST_RESOURCES
from studio.tools.skill_folder import read_skill, read_skills

SKILL = """---
name: refunds
description: >
  Pays an order back.
  Use it for refunds.
license: Apache-2.0
allowed-tools: Bash(git:* log) get_order, refund
tools: [refund, refund_all]
metadata:
  author: "shop: team"
  version: 1.10
---

# Refunds

See `references/rules.md`.
"""


def folder(where: Path, text: str = SKILL, name: str = "refunds", **files: str) -> Path:
    """A skill's folder; `files` by their path, with `__` for `/`."""
    made = where / name
    made.mkdir(parents=True)
    (made / "SKILL.md").write_text(text, encoding="utf-8")
    for path, content in files.items():
        file = made / path.replace("__", "/")
        file.parent.mkdir(exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return made


def test_a_skill_is_read_with_its_front_matter_its_text_and_its_files(tmp_path: Path) -> None:
    made = folder(tmp_path, references__rules="r", b="b", __pycache__x="x")
    (made / ".hidden").write_text("h", encoding="utf-8")
    read = read_skill(made)
    skill = read.skill
    assert (skill.name, skill.description) == ("refunds", "Pays an order back. Use it for refunds.")
    assert skill.text == "# Refunds\n\nSee `references/rules.md`."
    assert skill.tools == ("refund", "refund_all", "Bash", "get_order")
    assert skill.metadata == {"license": "Apache-2.0", "author": "shop: team", "version": "1.10"}
    assert skill.resources == ("b", "references/rules")
    assert (skill.folder, len(skill.fingerprint), read.notes) == (str(made), 64, ())


def test_a_folder_of_skills_gives_each_of_them(tmp_path: Path) -> None:
    for name in ("b-two", "a-one", ".hidden"):
        folder(tmp_path, SKILL.replace("refunds", name.strip("."), 1), name)
    (tmp_path / "empty").mkdir()
    assert [read.skill.name for read in read_skills(tmp_path)] == ["a-one", "b-two"]


def test_links_are_not_followed_and_what_is_left_out_is_said(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("s", encoding="utf-8")
    made = folder(tmp_path, run__py="", tools="")
    (made / "run" / "py").rename(made / "run.py")
    (made / "link.txt").symlink_to(outside / "secret.txt")
    (made / "more").symlink_to(outside)
    (made / "large.txt").write_bytes(b"x" * (MOST_OF_RESOURCE + 1))
    read = read_skill(made)
    assert read.skill.resources == ("run.py", "tools")
    said = "\n".join(read.notes)
    assert "refunds: links are not followed: link.txt, more." in said
    assert "large.txt" in said
    assert read.code == ("run.py",)


def test_there_are_only_so_many_files(tmp_path: Path) -> None:
    read = read_skill(folder(tmp_path, **{f"f{at:04}": "" for at in range(MOST_RESOURCES + 1)}))
    assert len(read.skill.resources) == MOST_RESOURCES
    assert f"only {MOST_RESOURCES} files" in read.notes[0]


def test_what_is_odd_about_a_skill_is_said(tmp_path: Path) -> None:
    long = "x" * (LONGEST_DESCRIPTION + 1)
    read = read_skill(folder(tmp_path, f"---\nname: a-b\ndescription: {long}\nhooks: [[a]]\n---\n", "other"))
    assert [note.split(" ", 3)[:3] for note in read.notes] == [
        ["The", "skill", "a-b"],
        ["The", "description", "of"],
        ["The", "skill", "a-b"],
        ["The", "skill", "a-b:"],
    ]
    assert "hooks" in read.notes[-1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("# Refunds\n", "refunds/SKILL.md, line 1: there is no front matter."),
        ("---\nname: a\n", "its front matter has no end"),
        ("---\nname: a\n---\n", "refunds/SKILL.md: it has no description."),
        ("---\nname: a\ndescription: ~\n---\n", "refunds/SKILL.md, line 3: it has no description."),
        ("---\ndescription: d\n---\n", "it has no name"),
        (
            "---\nname: a\ndescription: Use when: asked\n---\n",
            "refunds/SKILL.md, line 3: mapping values are not allowed here.",
        ),
        ("---\nname: a\nname: b\n---\n", "line 3: name stands there twice"),
        ("---\n- a\n---\n", "the front matter is no list of `name: value`"),
        ("---\nname: My Skill\ndescription: d\n---\n", "line 2: the name 'My Skill' does not do"),
        ("---\nname: a--b\ndescription: d\n---\n", "does not do"),
        (f"---\nname: {'a' * 65}\ndescription: d\n---\n", "does not do"),
        ("---\nname: \x07\n---\n", "its front matter is no YAML"),
        (f"---\nname: {'[' * 3000}\n---\n", "SKILL.md"),
        (f"---\nname: [{'a,' * 50_000}]\n---\n", "its front matter is longer than 32000 characters"),
    ],
)
def test_a_skill_that_is_none_is_refused_with_the_place(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(StudioError) as refused:
        read_skill(folder(tmp_path, text))
    assert sentence in refused.value.sentence


def test_a_folder_without_a_skill_a_file_and_nothing_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for name, sentence in (
        (".", "holds no SKILL.md"),
        ("file", "file is a file. Name the folder"),
        ("gone", "There is no folder"),
    ):
        with pytest.raises(StudioError, match=sentence):
            read_skills(tmp_path / name)


def test_a_skill_file_that_is_a_link_or_no_text_is_refused(tmp_path: Path) -> None:
    made = folder(tmp_path)
    (made / "SKILL.md").rename(tmp_path / "elsewhere.md")
    (made / "SKILL.md").symlink_to(tmp_path / "elsewhere.md")
    with pytest.raises(StudioError, match="is a link"):
        read_skill(made)
    (made / "SKILL.md").unlink()
    (made / "SKILL.md").write_bytes(b"---\nname: \xff\n---\n")
    with pytest.raises(StudioError, match="is no text"):
        read_skill(made)


def test_halves_of_characters_are_made_whole_or_replaced(tmp_path: Path) -> None:
    text = '---\nname: a\ndescription: "Ask \\ud83d\\ude00 \\ud800."\n"\\ud800k": v\n---\n'
    read = read_skill(folder(tmp_path, text, name="a"))
    assert (read.skill.description, read.skill.metadata) == ("Ask \U0001f600 \ufffd.", {"\ufffdk": "v"})
