"""What servers ask is told over the panes and answered in a dialog; nothing takes the keyboard, and nothing is answered by itself."""

import asyncio
from collections.abc import Callable

import pytest
from PySide6.QtTest import QTest

from studio.gui.dialogs.schema_form_fields import ChoiceField, ChoicesField, TextField
from studio.gui.dialogs.server_question_form import FormQuestion
from studio.gui.dialogs.server_question_model import ModelQuestion
from studio.gui.dialogs.server_question_url import UrlQuestion
from studio.gui.panes.question_banner import QuestionBanner
from studio.session.server_view import Answer, Question
from studio.tasks import spawn
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, fails, says
from tests.flow.mcp_fake import FakeServer
from tests.gui.dialogs.served import files, shown
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "title": "Name"},
        "age": {"type": "integer", "minimum": 1, "default": 7},
        "seat": {"type": "string", "oneOf": [{"const": "w", "title": "Window"}, {"const": "a", "title": "Aisle"}]},
        "extras": {"type": "array", "items": {"type": "string", "enum": ["tea", "cake"]}},
        "news": {"type": "boolean"},
        "note": {"type": ["string", "null"]},
    },
    "required": ["name"],
}
ASKED = {"messages": [{"role": "user", "content": {"type": "text", "text": "Name a colour."}}], "maxTokens": 9}


async def _ask(stage: Stage, question: Question) -> asyncio.Task[Answer]:
    """A server asks, and the window has seen it."""
    session = shown(stage, files(), files=FakeServer("look"))
    asked = spawn(session._questions.asked(question), name="a server asks")
    await stage.until(stage.window.centre.questions.isVisible)
    return asked


@pytest.mark.promise("E4")
def test_a_form_is_filled_in_with_problems_in_place_and_only_what_was_touched_is_sent(live: Live) -> None:
    async def play(stage: Stage) -> None:
        held = stage.window.focusWidget()
        asked = await _ask(stage, Question(number=0, server="files", what="form", message="Who is it?", schema=SCHEMA))
        banner = stage.window.centre.questions
        assert "files asks you to fill in a form — Who is it?" in banner.words
        assert stage.window.dialogs.current is None
        assert not banner.isAncestorOf(stage.window.focusWidget()), held
        banner.bar.pressed.emit("answer")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, FormQuestion)
        fields = dialog.form.fields
        name, age, seat, extras, note = (fields[key] for key in ("name", "age", "seat", "extras", "note"))
        assert isinstance(name, TextField) and isinstance(age, TextField) and name.many is not None  # noqa: PT018
        assert isinstance(seat, ChoiceField) and isinstance(extras, ChoicesField)  # noqa: PT018
        dialog.ok.click()
        assert dialog.form.rows["name"].problem() == "name is missing"
        assert dialog.isVisible()
        QTest.keyClicks(name.many, "Ann")
        age.line.selectAll()
        QTest.keyClicks(age.line, "x")
        assert "whole number" in dialog.form.rows["age"].problem()
        dialog.ok.click()
        age.line.selectAll()
        QTest.keyClicks(age.line, "41")
        seat.box.choose("w")
        extras.boxes[1].click()
        note.null.click()
        dialog.ok.click()
        content = {"name": "Ann", "age": 41, "seat": "w", "extras": ["cake"], "note": None}
        assert await asked == Answer(action="accept", content=content)
        await stage.until(lambda: not banner.isVisible())
        assert stage.window.dialogs.current is None

    live(play)


@pytest.mark.promise("E4")
def test_what_is_asked_while_a_dialog_covers_the_window_is_answered_from_the_dialog(live: Live) -> None:
    async def play(stage: Stage) -> None:
        shown(stage, files(), files=FakeServer("look"))
        stage.trigger("call_by_hand")
        by_hand = stage.window.dialogs.current
        assert by_hand is not None
        banner = by_hand.findChildren(QuestionBanner)[0]
        assert not banner.isVisible()
        question = Question(number=0, server="files", what="form", message="Who is it?")
        asked = spawn(stage.session._questions.asked(question), name="a server asks")
        await stage.until(banner.isVisible)
        assert "Who is it?" in banner.words
        banner.bar.buttons()[1].click()
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, FormQuestion)
        assert dialog.parentWidget() is by_hand
        dialog.decline.click()
        assert (await asked).action == "decline"
        await stage.until(lambda: not banner.isVisible())
        assert stage.window.dialogs.current is by_hand
        by_hand.reject()
        assert stage.window.dialogs.current is None

    live(play)


@pytest.mark.promise("E4")
def test_a_question_that_is_taken_back_closes_its_dialog_and_says_so(live: Live) -> None:
    async def play(stage: Stage) -> None:
        asked = await _ask(stage, Question(number=0, server="files", what="form", message="Who?", schema=SCHEMA))
        number = stage.session.questions[0].number
        stage.window.dialogs.servers.answer(number)
        asked.cancel()
        await stage.until(lambda: stage.window.dialogs.current is None)
        assert "does not wait" in stage.window.centre.notice.text()
        stage.window.dialogs.servers.answer(number)
        assert stage.window.dialogs.current is None

    live(play)


def test_an_address_is_shown_with_its_host_and_opened_only_when_it_is_said(live: Live) -> None:
    async def play(stage: Stage) -> None:
        address = "http://safe.example@evil.example:81/login?a=1"
        asked = await _ask(stage, Question(number=0, server="files", what="url", message="Sign in.", url=address))
        stage.window.dialogs.servers.answer(stage.session.questions[0].number)
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, UrlQuestion)
        gone: list[str] = []
        dialog.opens = gone.append
        assert (dialog.host.text(), dialog.whole.toPlainText()) == ("Host: evil.example:81", address)
        assert "not https" in dialog.warning.text()
        dialog.browse.click()
        assert gone == [address]
        assert not asked.done()
        dialog.decline.click()
        assert (await asked).action == "decline"

    live(play)


@pytest.mark.promise("E4")
def test_what_a_model_is_to_answer_is_read_first_then_sent_or_written_by_hand(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer(fails(500, "broken"), says("Blue.")) as chat:
            values = {"name": "near", "base_url": chat.url, "model": "tiny"}
            stage.program.workspace.save_profile(read_profile(values))
            asked = await _ask(stage, Question(number=0, server="files", what="sampling", asked=ASKED))
            stage.window.dialogs.servers.answer(stage.session.questions[0].number)
            dialog = stage.window.dialogs.current
            assert isinstance(dialog, ModelQuestion)
            assert not dialog.ok.isEnabled(), "no model is chosen yet"
            dialog.profile.choose("near")
            assert "Name a colour." in dialog.asked.toPlainText()
            assert '"tiny"' in dialog.body.text()
            assert chat.requests == []
            dialog.ok.click()
            said = dialog.said
            await stage.until(lambda: "gave no answer" in said.text())
            assert dialog.isVisible()
            dialog.ok.click()
            reply = (await asked).reply
            assert reply is not None
            assert reply.text == "Blue."
            assert len(chat.requests) == 2
            await stage.until(lambda: stage.window.dialogs.current is None)
        question = Question(number=0, server="files", what="sampling", asked=ASKED)
        again = spawn(stage.session._questions.asked(question), name="a server asks again")
        await stage.until(lambda: stage.session.questions)
        stage.window.dialogs.servers.answer(stage.session.questions[0].number)
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, ModelQuestion)
        dialog.write.click()
        QTest.keyClicks(dialog.text, "Green.")
        dialog.ok.click()
        written = (await again).reply
        assert written is not None
        assert written.text == "Green."

    live(play)
