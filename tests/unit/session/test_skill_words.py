"""The system text and what it says of skills: put together, and taken apart again after an edit."""

import hypothesis.strategies as st
from hypothesis import example, given
from msgspec.structs import replace

from studio.session.setup import Setup
from studio.session.skill_words import section, system_changes, system_of, usual_words
from studio.session.skills import Skill
from tests.histories import few

SKILLS = (Skill("refunds", "How to pay\n an order back.", "/s/refunds"), Skill("idle", "Never.", "/s/idle", on=False))
WITH = Setup(system="Be brief.", skills=SKILLS)
TEXTS = st.sampled_from(
    ["Be brief.", "\n", "\n\n", "a", usual_words(WITH), usual_words(WITH).partition("\n")[0], "- x: y"]
)


def test_the_skills_that_are_on_are_announced_after_the_persons_own_text() -> None:
    text = system_of(WITH)
    assert text is not None
    assert text.startswith("Be brief.\n\n")
    assert "- refunds: How to pay an order back.\n" in text
    assert "idle" not in text
    assert system_of(replace(WITH, system=None)) == section(WITH) == usual_words(WITH)


def test_without_a_skill_that_is_on_the_text_is_the_persons_own() -> None:
    assert system_of(Setup(system="S", skills=SKILLS[1:], skills_text="never said")) == "S"
    assert system_of(Setup()) is None


def test_the_persons_own_words_of_the_skills_take_the_place_of_the_usual_ones() -> None:
    assert system_of(replace(WITH, skills_text="Use refunds.")) == "Be brief.\n\nUse refunds."
    assert system_of(replace(WITH, skills_text="")) == "Be brief."


def test_an_edit_of_the_rest_leaves_the_section_as_it_follows_the_skills() -> None:
    was = system_of(WITH)
    assert system_changes(WITH, was, f"Be long.\n\n{section(WITH)}") == {"system": "Be long."}
    assert system_changes(WITH, was, section(WITH)) == {"system": None}


def test_an_edit_of_the_section_becomes_the_words_of_the_skills() -> None:
    was = system_of(WITH)
    assert system_changes(WITH, was, "Be brief.\n\nNo skills today.") == {"skills_text": "No skills today."}
    assert system_changes(WITH, was, "Be brief.") == {"skills_text": ""}
    alone = replace(WITH, system=None)
    assert system_changes(alone, system_of(alone), "Use them.") == {"skills_text": "Use them."}


def test_a_secret_that_is_blanked_in_what_was_shown_stays_what_it_is() -> None:
    setup = replace(WITH, system="Say k-123.", skills=(replace(SKILLS[0], description="Of k-123."),))
    shown = (system_of(setup) or "").replace("k-123", "•••")
    assert system_changes(setup, shown, f"{shown} More.") == {
        "skills_text": section(setup).replace("k-123", "•••") + " More."
    }
    assert system_changes(setup, shown, shown.replace("Say", "Tell")) == {"system": "Tell •••."}


@given(
    st.none() | st.lists(TEXTS, max_size=3).map("".join),
    st.none() | st.lists(TEXTS, max_size=2).map("".join),
    st.none() | st.lists(TEXTS, max_size=5).map("".join),
)
@example(None, None, None)
@few
def test_what_was_written_is_what_is_sent_and_nothing_is_said_twice(
    system: str | None, skills_text: str | None, now: str | None
) -> None:
    setup = Setup(system=system, skills_text=skills_text, skills=SKILLS)
    after = replace(setup, **system_changes(setup, system_of(setup), now))
    assert system_of(after) == now
