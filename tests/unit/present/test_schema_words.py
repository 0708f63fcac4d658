"""Each change that shaping makes and each problem that it names has its sentence."""

import re
from pathlib import Path

import studio
from studio.dialects.tool_shape_values import SchemaChange, SchemaProblem
from studio.present.labels import english
from studio.present.schema_labels import SCHEMA_TEMPLATES
from studio.present.schema_words import schema_words

ROOM = Path(studio.__file__).parent / "dialects"
CHANGED = re.compile(r'change\(\s*"([a-z_]+)"')
REFUSED = re.compile(r'(?:problem|SchemaProblem)\(\s*"([a-z_]+)"|return "(too_[a-z]+|not_json)"')


def _codes(pattern: re.Pattern[str]) -> set[str]:
    texts = [path.read_text(encoding="utf-8") for path in ROOM.glob("tool_shape*.py")]
    return {code for text in texts for found in pattern.finditer(text) if (code := found[1] or found[2])}


def test_each_code_has_its_sentence_and_each_sentence_its_code() -> None:
    changes, problems = _codes(CHANGED), _codes(REFUSED)
    assert len(changes) > 15
    assert len(problems) > 8
    said = {f"schema.change.{code}" for code in changes} | {f"schema.problem.{code}" for code in problems}
    assert said - set(SCHEMA_TEMPLATES) == set()
    made_by_name = {"type_narrowed", "ref_made_local", "too_large", "too_deep"}
    rest = {key.rpartition(".")[2] for key in set(SCHEMA_TEMPLATES) - said}
    assert rest - made_by_name == {"other"}


def test_a_sentence_names_what_it_is_about() -> None:
    change = SchemaChange("keyword_dropped", "/properties/a", "minLength")
    assert english(schema_words(change)) == "minLength is left out here; a call is still checked by it."
    problem = SchemaProblem("unresolved_ref", "/properties/a", "#/$defs/A")
    assert english(schema_words(problem)) == "A reference leads nowhere: #/$defs/A."


def test_a_code_that_is_not_known_is_shown_as_it_is() -> None:
    assert english(schema_words(SchemaChange("turned", detail="round"))) == "Said otherwise: turned round"
