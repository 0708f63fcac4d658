"""Blocks of a long history are kept when the part that is shown moves on or back: nothing typed is lost, little is drawn."""

from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from studio.gui.panes.message_entries import Entry
from studio.gui.panes.request_chat import RequestChat


def _entries(first: int, last: int) -> list[Entry]:
    return [Entry(at, None, "user", f"message {at}") for at in range(first, last)]


def test_blocks_stay_with_their_messages_when_the_shown_part_moves(qtbot: QtBot) -> None:
    chat = RequestChat()
    qtbot.addWidget(chat)
    chat.show_entries(_entries(2, 6), "live", hidden=2, composer=True)
    kept = chat.blocks()[2:]
    kept[0].set_draft("half typed")
    chat.show_entries(_entries(4, 8), "live", hidden=4, composer=True)
    assert chat.blocks()[:2] == kept
    assert kept[0].has_draft
    chat.show_entries(_entries(1, 6), "live", hidden=1, composer=True)
    assert chat.blocks()[3:] == kept
    assert [block.entry.index for block in chat.blocks()] == [1, 2, 3, 4, 5]
    assert chat.column.realized()[1:6] == chat.blocks()
    assert kept[0].has_draft


def test_a_block_that_may_be_edited_no_more_is_the_same_block(qtbot: QtBot) -> None:
    chat = RequestChat()
    qtbot.addWidget(chat)
    entry = _entries(0, 1)[0]
    chat.show_entries([entry], "live", hidden=0, composer=True)
    block = chat.blocks()[0]
    chat.show_entries([replace(entry)], "locked", hidden=0, composer=False)
    assert chat.blocks() == [block]
    assert not block.has_draft
