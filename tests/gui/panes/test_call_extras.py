"""What stands in a card beside arguments and result text: changed values, marks, pictures, the whole of a cut result, progress."""

import base64
import json

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from studio.gui.panes.call_card import CallCard
from studio.gui.panes.call_changes import differences
from studio.gui.panes.call_extras import CallExtras, Extras
from studio.gui.panes.thumbnail import read_picture
from studio.messages.parts import Image
from studio.session.events import AttemptFailed, CallStarted, ResultRecorded
from studio.session.nodes import CallKey
from tests.gui.panes.conftest import Panes
from tests.gui.panes.memory_session import MemorySession
from tests.gui.panes.refund import BAD, paused_session


def _open(panes: Panes, session: MemorySession, key: CallKey) -> CallCard:
    session.stop = None
    panes.open(session)
    card = panes.response.calls.card(key)
    assert card is not None
    return card


def _picture(kind: str = "PNG") -> Image:
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(0x2C55C9)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, kind)  # type: ignore[call-overload] # a device is taken too
    return Image("data:image/png;base64," + base64.b64encode(data.data()).decode(), "image/png")


def test_values_that_will_be_made_to_fit_are_listed_and_count_as_no_problem(panes: Panes) -> None:
    session, refund, _ = paused_session()
    session.change_setup(coercion="lossless")
    card = _open(panes, session, refund)
    assert card.changes.text() == 'amount: "89.90" → 89.90\ncurrency: "eur" → "EUR"'
    assert card.head.chip.text() == "WAITING"
    assert card.changes.isVisible()


def test_a_draft_hides_what_was_said_of_the_text_before(panes: Panes) -> None:
    session, refund, _ = paused_session()
    session.change_setup(coercion="lossless")
    card = _open(panes, session, refund)
    card.arguments.editor.setPlainText("{}")
    card.arguments.flush()
    assert not card.changes.isVisible()


def test_what_a_tool_got_stands_beside_what_the_model_wrote(panes: Panes) -> None:
    session, refund, _ = paused_session()
    ran = json.dumps({**json.loads(BAD), "amount": 89.9, "currency": "EUR"})
    session.journal.append(CallStarted(call=refund, ran_with=ran, approved=True))
    session.journal.append(ResultRecorded(call=refund, text="ok"))
    card = _open(panes, session, refund)
    assert card.changes.text() == 'amount: "89.90" → 89.9\ncurrency: "eur" → "EUR"'
    assert [chip.text() for chip in card.result.extras.chips] == ["APPROVED"]


@pytest.mark.parametrize(
    ("before", "after", "places"),
    [
        ('{"a": 1}', '{"a": 1}', []),
        ('{"a": [1, {"b": "2"}]}', '{"a": [1, {"b": 2}]}', ["/a/1/b"]),
        ('{"a": 1, "b": null}', '{"a": 1}', ["/b"]),
        ('{"a": true}', '{"a": 1}', ["/a"]),
        ('{"a": ', '{"rawArguments": "{"}', [""]),
    ],
)
def test_differences_are_told_place_by_place(before: str, after: str, places: list[str]) -> None:
    assert [change.pointer for change in differences(before, after)] == places


def test_a_retried_mocked_or_faulty_result_carries_its_marks(panes: Panes) -> None:
    session, refund, notify = paused_session()
    session.journal.append(CallStarted(call=refund))
    session.journal.append(AttemptFailed(call=refund, text="busy"))
    session.journal.append(CallStarted(call=refund))
    session.journal.append(ResultRecorded(call=refund, text="ok"))
    session.journal.append(ResultRecorded(call=notify, source="mock", text="", is_error=True, rule="3", fault="empty"))
    card = _open(panes, session, refund)
    assert [chip.text() for chip in card.result.extras.chips] == ["RETRY 1"]
    other = panes.response.calls.card(notify)
    assert other is not None
    assert [chip.text() for chip in other.result.extras.chips] == ["RULE 3", "EMPTY"]


def test_a_call_between_two_attempts_says_which_one_is_next(panes: Panes) -> None:
    session, _, notify = paused_session()
    session.journal.append(CallStarted(call=notify))
    session.journal.append(AttemptFailed(call=notify, text="busy"))
    assert _open(panes, session, notify).head.chip.text() == "RETRY 1"


def test_the_whole_of_a_cut_result_is_shown_on_demand(panes: Panes) -> None:
    session, refund, _ = paused_session()
    session.journal.append(CallStarted(call=refund))
    session.journal.append(ResultRecorded(call=refund, text="abc [Cut here]", whole="abcdefghi" * 100))
    extras = _open(panes, session, refund).result.extras
    assert "14 of 900" in extras.note.text()
    extras.more.click()
    assert extras.whole.text() == "abcdefghi" * 100
    extras.more.click()
    assert not extras.whole.isVisible()


def test_pictures_are_small_and_open_large(panes: Panes) -> None:
    session, refund, _ = paused_session()
    session.journal.append(CallStarted(call=refund))
    elsewhere = Image("https://example.org/a.png", "image/png")
    session.journal.append(ResultRecorded(call=refund, text="", media=(_picture(), elsewhere)))
    card = _open(panes, session, refund)
    small, named = card.result.extras.thumbnails
    assert small.is_picture
    assert not named.is_picture
    assert "example.org" in named.text()
    small.click()
    dialogs = [each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()]
    assert [dialog.windowTitle() for dialog in dialogs] == ["Picture 1 of the result (image/png)"]
    dialogs[0].reject()


@pytest.mark.parametrize(
    "url",
    [
        "data:image/png;base64,!!!!",
        "data:image/png;base64,",
        "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='5' height='5'/>",
        "data:,",
        "https://example.org/a.png",
        "",
    ],
)
def test_what_is_no_picture_is_never_drawn_nor_fetched(url: str) -> None:
    assert read_picture(Image(url, "image/png"), QSize(100, 100)).isNull()


def test_progress_is_shown_while_the_tool_runs_only(panes: Panes) -> None:
    session, refund, _ = paused_session()
    session.start_call(refund)
    session.become(kind="tools", calls=frozenset({refund}))
    card = _open(panes, session, refund)
    card.show_progress(0.4, "asking the bank")
    assert card.progress.isVisible()
    assert card.progress.said.text() == "40 % · asking the bank"
    card.show_progress(None, "")
    assert card.progress.line.is_busy()
    session.journal.append(ResultRecorded(call=refund, text="ok"))
    session.become(kind="idle", calls=frozenset())
    panes.bridge.tick()
    assert not card.progress.isVisible()


def test_the_whole_of_four_megabytes_in_one_line_is_shown_in_parts(qtbot: QtBot) -> None:
    extras = CallExtras()
    qtbot.addWidget(extras)
    extras.show_extras(Extras(whole="x" * 4_000_000, length=1000))
    extras.show()
    extras.more.click()
    assert extras.whole.isVisible()
    assert len(extras.whole.text()) == 4_000_000
    assert len(extras.whole.editor.toPlainText()) < 300_000
