"""A notice with a button: what was written is shown where it lies, and the line stays in the console."""

from collections.abc import Callable
from pathlib import Path

import pytest

from studio.gui.bridge import Bridge
from studio.gui.shown_folder import show_folder
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
pytestmark = pytest.mark.promise("G4")


def test_the_button_of_a_notice_does_what_it_says_once(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        window, done = stage.window, list[str]()
        notice = window.centre.notice
        window.bridge.offered.emit("Exported test_refund.py.", "Show", lambda: done.append("shown"))
        assert notice.isVisible()
        assert (notice.text(), notice._action.text()) == ("Exported test_refund.py.", "Show")
        assert "Exported test_refund.py." in window.console.text.toPlainText()
        notice._action.click()
        assert done == ["shown"]
        assert not notice.isVisible()
        window.bridge.notice.emit("By the way.")
        assert not notice._action.isVisible()
        notice._action.click()
        assert done == ["shown"]

    live(play)


def test_an_undo_that_a_later_notice_took_the_place_of_is_not_done_by_its_button(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        window, done = stage.window, list[str]()
        head = stage.session.head
        window.bridge.undoable.emit("Something was changed.")
        window.bridge.offered.emit("Exported test_refund.py.", "Show", lambda: done.append("shown"))
        window.centre.notice._action.click()
        assert (done, stage.session.head) == (["shown"], head)

    live(play)


def test_the_folder_of_a_file_is_shown_and_never_the_file(tmp_path: Path, qapp: object) -> None:
    bridge, shown, failed = Bridge(), list[Path](), list[str]()
    bridge.failed.connect(lambda sentence, help: failed.append(f"{sentence} {help}"))

    def show(folder: Path) -> bool:
        shown.append(folder)
        return True

    show_folder(bridge, tmp_path / "run_me.py", show)
    assert (shown, failed) == ([tmp_path], [])
    show_folder(bridge, tmp_path / "run_me.py", lambda _folder: False)
    assert failed == [f"There is no program here that shows folders. The file lies in {tmp_path}."]
