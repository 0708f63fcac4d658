"""The fields of parameters: each writes its own members in the dialect's words, the rest stays, what cannot be said is off and says why."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.language import Language
from studio.gui.parameters.calls_choice import CallsChoice
from studio.gui.parameters.param_form import ParamForm
from studio.workspace.parameters import CALLS, NAMES, TEXT_FORMS


@pytest.fixture
def form(qtbot: QtBot) -> ParamForm:
    made = ParamForm()
    qtbot.addWidget(made)
    made.resize(600, 900)
    made.show()
    return made


def write(field: QWidget, text: str) -> None:
    """Type into a field as a person does, over what stands there."""
    at: Any = field.focusProxy() or field
    if isinstance(at, QComboBox):
        at = at.lineEdit()
    at.selectAll()
    QTest.keyClick(at, Qt.Key.Key_Delete)
    QTest.keyClicks(at, text)


def test_each_dialect_gets_its_own_members(form: ParamForm) -> None:
    wanted: dict[str, dict[str, Any]] = {
        "openai_chat": {"temperature": 0.5, "max_tokens": 9, "stop": ["a", "b\nc"], "reasoning_effort": "low"},
        "openai_responses": {"temperature": 0.5, "max_output_tokens": 9, "reasoning": {"effort": "low"}},
        "anthropic_messages": {
            "temperature": 0.5, "max_tokens": 9, "stop_sequences": ["a", "b\nc"], "output_config": {"effort": "low"},
        },
        "ollama_chat": {"options": {"temperature": 0.5, "num_predict": 9, "stop": ["a", "b\nc"]}, "think": "low"},
    }  # fmt: skip
    for dialect, params in wanted.items():
        form.set_value(dialect, {})
        write(form.fields["temperature"], "0.5")
        write(form.fields["max_tokens"], "9")
        write(form.fields["effort"], "low")
        if form.fields["stop"].isEnabled():
            texts = form.fields["stop"].focusProxy()
            assert isinstance(texts, QPlainTextEdit)
            texts.insertPlainText("a\nb\\nc")
        assert form.params() == params
        assert form.problem() == ""


@pytest.mark.parametrize(
    ("dialect", "off"),
    [
        ("openai_chat", set()),
        ("openai_responses", {"stop", "seed"}),
        ("anthropic_messages", {"seed"}),
        ("ollama_chat", {"tool_choice", "parallel_calls"}),
    ],
)
def test_what_a_dialect_cannot_say_is_off_and_says_what_to_do(form: ParamForm, dialect: str, off: set[str]) -> None:
    form.set_value(dialect, {})
    assert {name for name in NAMES if not form.fields[name].isEnabled()} == off
    for name in off:
        assert ":" in form.rows[name].said()
        assert form.fields[name].accessibleDescription() == form.rows[name].said()


def test_a_value_that_a_dialect_cannot_say_is_refused_beside_the_field(form: ParamForm) -> None:
    form.set_value("anthropic_messages", {"temperature": 0.1})
    form.output.box.choose("json")
    assert "give a schema" in form.rows["output"].problem()
    assert form.problem() == form.rows["output"].problem()
    assert form.params() == {"temperature": 0.1}
    write(form.effort, "tremendous")
    assert form.rows["effort"].problem() == "This dialect takes none, low, medium, high, xhigh, max."
    form.output.box.choose(None)
    write(form.effort, "high")
    assert form.problem() == ""


def test_opening_and_leaving_every_field_changes_nothing(form: ParamForm) -> None:
    params = {
        "max_completion_tokens": 9,
        "tool_choice": {"type": "function", "function": {"name": "f"}},
        "response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema": {"type": "object"}, "x": 1}},
        "temperature": "odd",
        "logit_bias": {"1": 2},
    }
    form.set_value("openai_chat", params)
    for field in (*form.fields.values(), form.extra):
        field.setFocus()
    assert form.params() == params
    assert form.extra.value() == {"temperature": "odd", "logit_bias": {"1": 2}}


def test_a_member_that_has_a_field_moves_to_it_when_it_was_typed_below(form: ParamForm) -> None:
    form.set_value("ollama_chat", {"options": {"temperature": 0.1}})
    editor = form.extra.editor
    editor.setFocus()
    editor.selectAll()
    editor.insertPlainText('{"options": {"num_ctx": 8192, "seed": 3}}')
    editor.flush()
    assert form.params() == {"options": {"temperature": 0.1, "num_ctx": 8192, "seed": 3}}
    assert form.fields["seed"].value() == 3
    editor.finished.emit()
    assert form.extra.value() == {"options": {"num_ctx": 8192}}
    assert form.params() == {"options": {"temperature": 0.1, "num_ctx": 8192, "seed": 3}}


def test_what_is_no_json_object_below_is_said_and_keeps_the_params(form: ParamForm) -> None:
    form.set_value("openai_chat", {"top_k": 1})
    form.extra.editor.selectAll()
    form.extra.editor.insertPlainText("[1]")
    assert form.problem() == "This is no JSON object yet."
    assert form.params() == {"top_k": 1}


def test_a_reply_by_a_schema_has_name_and_strict_where_the_dialect_has_them(form: ParamForm) -> None:
    form.set_value("openai_chat", {})
    form.output.box.choose("schema")
    form.output.name.setFocus()
    QTest.keyClicks(form.output.name, "answer")
    form.output.strict.click()
    made = form.params()["response_format"]["json_schema"]
    assert (made["name"], made["strict"], made["schema"]["type"]) == ("answer", True, "object")
    form.output.schema.selectAll()
    form.output.schema.insertPlainText('{"type": "array"}')
    assert form.params()["response_format"]["json_schema"]["schema"] == {"type": "array"}
    form.set_value("ollama_chat", {"format": {"type": "object"}})
    assert form.output.schema.isVisible()
    assert not form.output.name.isVisible()
    assert form.output.value() == {"schema": {"type": "object"}}


def test_a_schema_being_typed_is_said_and_not_written(form: ParamForm) -> None:
    form.set_value("openai_chat", {"response_format": {"type": "json_object"}})
    form.output.box.choose("schema")
    form.output.schema.selectAll()
    form.output.schema.insertPlainText('{"type": ')
    form.output.schema.flush()
    assert form.problem() == "The schema has to be a JSON object."


def test_a_tool_is_named_freely_where_the_tools_are_not_known(form: ParamForm) -> None:
    form.set_value("anthropic_messages", {})
    form.tool_choice.box.choose("named")
    assert form.problem() == "Write the name of the tool."
    QTest.keyClicks(form.tool_choice.name, "f")
    assert form.params() == {"tool_choice": {"type": "tool", "name": "f"}}
    form.set_value("anthropic_messages", form.params())
    assert (form.tool_choice.value(), form.tool_choice.name.isVisible()) == ({"name": "f"}, True)


def test_whether_several_calls_may_come_stands_beside_the_choice(form: ParamForm) -> None:
    form.set_value("anthropic_messages", {})
    form.fields["parallel_calls"].box.choose(False)  # type: ignore[attr-defined]
    form.tool_choice.box.choose("required")
    assert form.params() == {"tool_choice": {"type": "any", "disable_parallel_tool_use": True}}
    form.tool_choice.box.choose("none")
    assert form.fields["parallel_calls"].value() is None


def test_every_field_has_a_name_and_tab_goes_from_top_to_bottom(form: ParamForm) -> None:
    form.set_value("openai_chat", {})
    form.fields["temperature"].setFocus()
    seen: list[str] = []
    for _ in range(len(NAMES) + 1):
        at = QApplication.focusWidget()
        assert at is not None
        seen.append(at.accessibleName())
        QTest.keyClick(at, Qt.Key.Key_Tab)
    assert seen == [
        *(form.fields[name].accessibleName() for name in NAMES),
        "Other members of the body, as a JSON object",
    ]


def test_a_narrow_form_puts_labels_above_their_fields(form: ParamForm, qtbot: QtBot) -> None:
    line = form._lines["temperature"]
    form.resize(260, 900)
    qtbot.waitUntil(lambda: form.rows["temperature"].geometry().top() >= line.label.geometry().bottom())
    form.resize(600, 900)
    qtbot.waitUntil(lambda: form.rows["temperature"].geometry().left() > line.label.geometry().left())


def test_every_way_to_tell_tools_has_a_name_and_a_sentence(qtbot: QtBot) -> None:
    choice = CallsChoice()
    qtbot.addWidget(choice)
    for calls in CALLS:
        choice.set_value(calls)
        assert choice.value() == calls
        assert choice.row.said().endswith(".")
    forms = CallsChoice(ways=TEXT_FORMS)
    qtbot.addWidget(forms)
    forms.set_value("react")
    assert forms.box.currentText() == "ReAct"


def test_words_follow_the_language_and_values_stay(form: ParamForm, qapp: QApplication, qtbot: QtBot) -> None:
    form.set_value("openai_chat", {"temperature": 0.5, "parallel_tool_calls": False})
    language = Language(qapp)
    language.use("zh_CN")
    try:
        qtbot.waitUntil(lambda: form._lines["temperature"].label.text() == "温度")
        assert form.params() == {"temperature": 0.5, "parallel_tool_calls": False}
        assert form.fields["parallel_calls"].value() is False
    finally:
        language.drop()
