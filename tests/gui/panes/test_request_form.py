"""The Form view of the Request pane: settings are one draft with one bar, messages change at once."""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.panes.message_list import MessageList
from studio.gui.parameters.param_fields import ParamField
from studio.messages.message import Message
from studio.messages.parts import Text
from studio.session.state import settled
from tests.gui.panes.conftest import Panes
from tests.gui.panes.refund import asked_session, paused_session

Typed = Callable[[QWidget, str], None]


def entered(field: ParamField, text: str) -> None:
    """Type into a field of one line as a person does."""
    line = field.focusProxy()
    assert isinstance(line, QLineEdit)
    line.selectAll()
    QTest.keyClick(line, Qt.Key.Key_Delete)
    QTest.keyClicks(line, text)


def test_settings_of_the_form_are_one_change(panes: Panes, typed: Typed) -> None:
    session = panes.open(asked_session())
    panes.request.line.pencil.click()
    form = panes.request.form
    assert form.isVisible()
    form.model.setFocus()
    form.model.selectAll()
    QTest.keyClicks(form.model, "gpt-5")
    typed(form.system, "Be kind.")
    form.tools.switch("refund_batch")
    entered(form.params.fields["temperature"], "0.9")
    assert session.asked == []
    form.bar.main.click()
    (change,) = session.asked
    setup = session.state.setup
    assert sorted(change[1]) == ["off", "params", "responder", "system"]
    assert (setup.responder.model_name, setup.system, setup.off, setup.params["temperature"]) == (
        "gpt-5", "Be kind.", (), 0.9
    )  # fmt: skip
    panes.bridge.tick()
    assert not form.has_draft


def test_a_member_without_a_field_is_written_as_json(panes: Panes, typed: Typed) -> None:
    panes.open(asked_session())
    panes.request.show_view("form")
    form = panes.request.form
    typed(form.params.extra.editor, '{"logit_bias": {"50256": -100}}')
    params = form.changes()["params"]
    assert params["logit_bias"] == {"50256": -100}
    assert params["temperature"] == 0.2


def test_a_parameter_that_is_taken_out_is_not_sent(panes: Panes) -> None:
    session = panes.open(asked_session())
    panes.request.show_view("form")
    entered(panes.request.form.params.fields["max_tokens"], "")
    panes.request.form.commit()
    assert "max_tokens" not in session.state.setup.params


def test_a_tool_of_those_that_are_sent_can_be_demanded(panes: Panes) -> None:
    session = panes.open(asked_session())
    panes.request.show_view("form")
    form = panes.request.form
    name = session.state.setup.sent_tools[0].name
    form.params.tool_choice.box.choose(("tool", name))
    assert form.params.rows["tool_choice"].problem() == ""
    form.tools.switch(name)
    assert name in form.params.rows["tool_choice"].problem()
    form.tools.switch(name)
    form.commit()
    assert session.state.setup.params["tool_choice"] == {"type": "function", "function": {"name": name}}


def test_what_is_no_value_is_said_beside_its_field_and_not_committed(panes: Panes) -> None:
    session = panes.open(asked_session())
    panes.request.show_view("form")
    form = panes.request.form
    entered(form.params.fields["temperature"], "warm")
    assert form.params.rows["temperature"].problem() == "Write a number, such as 0.2."
    assert form.bar.sentence() == "Write a number, such as 0.2."
    assert form.has_draft
    form.commit()
    assert session.asked == []
    form.revert()
    assert not form.has_draft
    assert form.params.fields["temperature"].value() == 0.2


def test_the_way_to_tell_tools_is_changed_like_any_setting(panes: Panes) -> None:
    session = panes.open(asked_session())
    panes.request.show_view("form")
    form = panes.request.form
    form.calls.box.choose("hermes")
    assert form.changes() == {"calls": "hermes"}
    form.commit()
    assert session.state.setup.responder.calls == "hermes"
    panes.bridge.tick()
    assert not form.has_draft
    assert form.calls.value() == "hermes"


def test_another_dialect_below_a_draft_keeps_the_system_text_and_shows_its_own_parameters(
    panes: Panes, typed: Typed
) -> None:
    session = panes.open(asked_session())
    panes.request.show_view("form")
    form = panes.request.form
    typed(form.system, "Be kind.")
    entered(form.params.fields["temperature"], "0.9")
    responder = replace(session.state.setup.responder, dialect="anthropic_messages")
    session.change_setup(responder=responder, params={"max_tokens": 7})
    panes.bridge.tick()
    assert form.changes() == {"system": "Be kind."}
    assert form.params.fields["max_tokens"].value() == 7
    assert not form.params.fields["seed"].isEnabled()
    assert "Anthropic takes no seed" in form.params.rows["seed"].said()


def test_no_system_text_is_not_the_same_as_an_empty_one(panes: Panes) -> None:
    session = panes.open(asked_session())
    panes.request.show_view("form")
    panes.request.form.send_system.click()
    panes.request.form.commit()
    assert session.state.setup.system is None


def test_messages_are_moved_and_change_their_role_in_the_form(panes: Panes) -> None:
    session = panes.open(asked_session())
    session.add_message(Message("assistant", (Text("Yes?"),)))
    panes.request.show_view("form")
    messages = panes.request.form.messages
    messages.list.setCurrentRow(1)
    messages.up.click()
    assert [message.role for message in settled(session.state)] == ["assistant", "user"]
    panes.bridge.tick()
    messages.list.setCurrentRow(0)
    messages.role.setCurrentText("system")
    messages.role.activated.emit(messages.role.currentIndex())
    assert [message.role for message in settled(session.state)] == ["system", "user"]


def test_another_session_brings_no_draft_along(panes: Panes, typed: Typed) -> None:
    panes.open(paused_session()[0])
    card = panes.response.calls.cards()[0]
    typed(card.arguments.editor, "{}")
    card.arguments.flush()
    panes.request.show_view("form")
    entered(panes.request.form.params.fields["max_tokens"], "")
    assert panes.request.has_draft
    assert panes.response.has_draft
    panes.open(paused_session()[0])
    assert not panes.request.has_draft
    assert not panes.response.has_draft


def test_a_list_of_messages_keeps_the_rows_of_those_that_stayed(qtbot: QtBot) -> None:
    shown = MessageList()
    qtbot.addWidget(shown)
    said = [Message("user", (Text(f"number {at}"),)) for at in range(600)]

    def rows() -> list[str]:
        return [shown.list.item(at).text().split("   ")[1] for at in range(shown.list.count())]

    def texts(messages: list[Message]) -> list[str]:
        return [message.text for message in messages[-500:]]

    changed = [*said[:400], Message("user", (Text("changed"),)), *said[401:]]
    for messages in (said[:3], said[:500], said[:510], said, changed, changed[:590], said[:20], [], said[:2]):
        shown.set_messages(messages)
        assert rows() == texts(messages)
    kept = shown.list.item(0)
    shown.set_messages([*said[:2], said[5]])
    assert shown.list.item(0) is kept
