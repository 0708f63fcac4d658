"""What the model gets of a skill: its instructions, and files from inside its folder alone, whatever path it asks for."""

from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import example, given
from msgspec.structs import replace

from studio.messages.toolspec import ToolSpec
from studio.session.setup import Setup
from studio.session.skills import Skill
from studio.session.toolbox import Added
from studio.tools import own_skills
from studio.tools.own_skills import activate_skill, inside, read_skill_resource
from studio.tools.skill_bounds import MOST_OF_RESOURCE
from studio.tools.skill_folder import read_skill
from tests.histories import few
from tests.unit.tools.test_skill_folder import folder

TOOLS = (ToolSpec("refund"), ToolSpec("get_order"), ToolSpec("other"))


def _setup(where: Path, **files: str) -> tuple[Path, Setup]:
    made = folder(where, **files)
    return made, Setup(skills=(read_skill(made).skill, Skill("off", "", "", on=False)), tools=TOOLS)


def _read(setup: Setup, path: str) -> tuple[str, str]:
    outcome = read_skill_resource(setup, {"skill": "refunds", "path": path})
    return outcome.status, outcome.text


def test_activation_gives_the_instructions_the_files_and_the_tools(tmp_path: Path) -> None:
    _, setup = _setup(tmp_path, rules="r")
    outcome = activate_skill(setup, (), {"name": "refunds"})
    assert (outcome.status, outcome.adds) == ("ok", Added(skill="refunds"))
    for said in ("# Refunds", "read_skill_resource: rules.", "refund, get_order."):
        assert said in outcome.text
    again = activate_skill(setup, ("refunds",), {"name": "refunds"})
    assert again.text.startswith("The skill refunds is active already.")
    assert again.adds is None


@pytest.mark.parametrize("arguments", [{"name": "other"}, {"name": "off"}, {"rawArguments": "refunds"}, {}])
def test_an_unknown_skill_is_told_with_those_that_there_are(tmp_path: Path, arguments: dict[str, str]) -> None:
    _, setup = _setup(tmp_path)
    outcome = activate_skill(setup, (), arguments)
    assert (outcome.status, outcome.adds) == ("error", None)
    assert outcome.text.endswith("The skills are: refunds.")
    assert read_skill_resource(setup, {"skill": "off", "path": "x"}).text.endswith("The skills are: refunds.")


def test_a_file_is_given_and_an_unknown_one_told_with_those_that_there_are(tmp_path: Path) -> None:
    _, setup = _setup(tmp_path, references__rules="Within 30 days.", other="")
    assert _read(setup, "references/rules") == _read(setup, "./references/rules") == ("ok", "Within 30 days.")
    assert _read(setup, "rules") == ("error", "The skill refunds has no file 'rules'. It has: other, references/rules.")
    assert "activate_skill gives its instructions." in _read(setup, "SKILL.md")[1]


NASTY = st.one_of(
    st.lists(
        st.sampled_from(["..", ".", "rules", "RULES", "SECRET", "/", "\\", "\0", "", "C:", "a" * 300, "~", "%2e", "é"]),
        max_size=6,
    ).map("/".join),
    st.text(max_size=20),
)


@pytest.fixture(scope="module")
def refunds(tmp_path_factory: pytest.TempPathFactory) -> Setup:
    """A skill with one file, and a secret beside its folder."""
    where = tmp_path_factory.mktemp("nasty")
    (where / "SECRET").write_text("secret", encoding="utf-8")
    return _setup(where, rules="r")[1]


@given(NASTY)
@example("../SECRET")
@example("./../refunds/../SECRET")
@example("/SECRET")
@few
def test_no_path_leads_out_of_the_folder(refunds: Setup, path: str) -> None:
    skill = refunds.skills[0]
    for asked in (path, f"{Path(skill.folder).parent}{path}"):
        assert _read(refunds, asked)[0] == ("ok" if asked in ("rules", "./rules") else "error")
        # Nor where a session file lists such a path, whoever wrote it.
        listing = replace(refunds, skills=(replace(skill, resources=(asked.removeprefix("./"),)),))
        assert _read(listing, asked) in (("ok", "r"), ("error", _read(listing, asked)[1]))


def test_a_file_that_became_a_link_is_gone_or_grew_is_not_given(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    made, setup = _setup(tmp_path, rules="r", more__rules="r", inside="r")
    (made / "rules").unlink()
    (made / "rules").symlink_to(tmp_path / "secret")
    assert _read(setup, "rules") == (
        "error",
        "The file rules of the skill refunds is a link; only files inside the skill are read.",
    )
    (made / "more" / "rules").rename(tmp_path / "rules")
    (made / "more").rmdir()
    assert _read(setup, "more/rules")[1] == "The file more/rules of the skill refunds is not there any more."
    (made / "more").symlink_to(tmp_path)
    assert "is a link" in _read(setup, "more/rules")[1]
    (made / "inside").write_bytes(b"x" * (MOST_OF_RESOURCE + 1))
    assert _read(setup, "inside") == ("error", "inside is too large: more than 512 KB.")
    (made / "inside").write_bytes(b"\x89PNG\0")
    assert _read(setup, "inside") == ("error", "inside is no text: 5 bytes that are not UTF-8.")


def test_a_skill_that_changed_on_disk_gives_no_file_but_its_instructions_as_they_were_read(tmp_path: Path) -> None:
    made, setup = _setup(tmp_path, rules="r")
    (made / "SKILL.md").write_text("---\nname: refunds\ndescription: d\n---\n", encoding="utf-8")
    assert _read(setup, "rules") == ("error", "SKILL.md of the skill refunds changed since it was read.")
    assert "# Refunds" in activate_skill(setup, (), {"name": "refunds"}).text
    made.rename(tmp_path / "moved")
    assert _read(setup, "rules") == ("error", "The folder of the skill refunds is not there any more.")
    assert own_skills.changed(setup.skills[0])
    with pytest.raises(own_skills.SkillFileError):
        inside(setup.skills[0], "rules")
