"""What a server gave beside text, on the card of its call and in the chat of the request."""

import base64
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.panes.result_parts import ResultParts
from studio.messages.message import user
from studio.present.result_parts import Gave, decoded_size
from studio.session.events import CallStarted, MessageAdded, ResultEdited, ResultRecorded
from studio.session.nodes import CallKey
from tests.gui.panes.conftest import Panes
from tests.gui.panes.refund import paused_session
from tests.gui.panes.test_call_extras import _open, _picture

SOUND = base64.b64encode(b"RIFF" + b"\0" * 1_496).decode()
BLOCKS = (
    {"type": "text", "text": "Two files."},
    {"type": "image", "media": 0},
    {"type": "audio", "data": SOUND, "mimeType": "audio/wav", "annotations": {"audience": ["user"]}},
    {"type": "resource_link", "uri": "demo://x/1", "name": "one"},
)


def _given(call: CallKey) -> ResultRecorded:
    return ResultRecorded(call=call, text="Two files.", media=(_picture(),), parts=BLOCKS, structured={"total": 2})


def test_a_card_shows_every_part_in_its_order_with_what_the_model_reads(panes: Panes) -> None:
    session, refund, _ = paused_session()
    session.journal.append(CallStarted(call=refund))
    session.journal.append(_given(refund))
    card = _open(panes, session, refund)
    parts = card.result.extras.parts
    assert parts.isVisible()
    size = decoded_size(_picture().url.partition(",")[2])
    assert [row.line.accessibleName().split("\n")[0] for row in parts.rows] == [
        "Text · 10 characters · the model reads it",
        f"Picture 1 · image/png · {size} bytes · the model reads it",
        "Audio · audio/wav · 1.5 KB · meant for the user · the model reads only a line about it",
        "Link to a resource · one · demo://x/1 · the model reads only a line about it",
        "Structured content · 12 characters · only for you",
    ]
    assert [[button.text() for button in row.buttons] for row in parts.rows] == [
        ["Show", "Copy"],
        [],
        ["Save as…", "JSON"],
        ["Read…", "Copy address"],
        ["Show", "Save as…", "Copy"],
    ]
    assert len(card.result.extras.thumbnails) == 1


def test_the_address_of_a_link_is_asked_for_with_the_server_of_its_tool(panes: Panes, qtbot: QtBot) -> None:
    session, refund, _ = paused_session()
    session.journal.append(_given(refund))
    card = _open(panes, session, refund)
    with qtbot.waitSignal(panes.bridge.resource_wanted) as asked:
        card.result.extras.parts.rows[3].read.click()
    assert asked.args is not None
    assert asked.args[1] == "demo://x/1"


def test_a_changed_result_says_that_its_parts_went(panes: Panes) -> None:
    session, refund, _ = paused_session()
    session.journal.append(_given(refund))
    session.journal.append(ResultEdited(call=refund, text="Three files."))
    card = _open(panes, session, refund)
    parts = card.result.extras.parts
    assert parts.isVisible()
    assert parts.rows == []
    assert parts.lost.text() == (
        "3 parts that the tool gave beside text and pictures are no longer in the result: its text was changed."
    )


def test_the_chat_of_the_request_shows_the_parts_under_the_result(panes: Panes) -> None:
    session, refund, _ = paused_session()
    session.journal.append(_given(refund))
    session.journal.append(MessageAdded(message=user("And now?")))
    session.stop = None
    panes.open(session)
    (block,) = [block for block in panes.request.chat.blocks() if block.beside.parts is not None]
    assert block.beside.parts is not None
    assert block.beside.parts.rows == []
    (copy,) = [action for action in block.make_menu().actions() if action.text() == "Copy text"]
    copy.trigger()
    assert QApplication.clipboard().text().endswith("5. Structured content · 12 characters · only for you")
    block.beside.parts.fold.click()
    assert [row.part.kind for row in block.beside.parts.rows] == ["text", "image", "audio", "link", "structured"]


def test_a_part_is_shown_saved_and_copied(qtbot: QtBot, tmp_path: Path) -> None:
    view = ResultParts()
    qtbot.addWidget(view)
    view.show_parts(Gave(BLOCKS, {"total": 2}, "Two files."))
    view.show()
    _, _, audio, link, structured = view.rows
    audio.write(tmp_path / "a.wav")
    assert (tmp_path / "a.wav").read_bytes() == b"RIFF" + b"\0" * 1_496
    audio.write(tmp_path / "missing" / "a.wav")
    assert audio.said.text() == "a.wav could not be written: No such file or directory."
    link.copy.click()
    assert QApplication.clipboard().text() == "demo://x/1"
    structured.show_more.click()
    assert structured.body is not None
    assert structured.body.editor.toPlainText() == '{\n  "total": 2\n}'
    audio.json.click()
    assert audio.body is not None
    assert "[base64, 2,000 characters]" in audio.body.text()


def test_thousands_of_parts_come_in_steps(qtbot: QtBot) -> None:
    view = ResultParts()
    qtbot.addWidget(view)
    view.show_parts(Gave(tuple({"type": "text", "text": str(at)} for at in range(5_000))))
    view.show()
    assert len(view.rows) == 6
    assert view.more.text() == "Show 4,994 more"
    view.more.click()
    assert [row.part.text for row in view.rows] == [str(at) for at in range(46)]
