"""The pages *General* and *About*: where sessions are kept, what the program begins with, and on what it stands."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication
from PySide6.QtTest import QTest

from studio.gui.settings.folder_control import SessionsFolder
from studio.gui.settings.libraries import libraries
from tests.gui.settings.conftest import Desk
from tests.gui.window.conftest import Play, Stage

pytestmark = pytest.mark.promise("H2")


@pytest.fixture
def folder(desk: Desk) -> SessionsFolder:
    """The field of the sessions' folder, shown."""
    desk.settings.show_page("general")
    control = desk.settings.page.rows["sessions_folder"].control
    assert isinstance(control, SessionsFolder)
    return control


def test_new_sessions_are_kept_where_the_person_wants(desk: Desk, folder: SessionsFolder, tmp_path: Path) -> None:
    QTest.keyClicks(folder.field, str(tmp_path / "mine"))
    folder.field.editingFinished.emit()
    assert desk.workspace.kept_in.now == tmp_path / "mine"
    assert (tmp_path / "mine").is_dir()


@pytest.mark.parametrize("text", ["sessions", "/dev/null/sessions"])
def test_a_folder_that_cannot_be_is_not_taken_and_why_is_said(desk: Desk, folder: SessionsFolder, text: str) -> None:
    folder.field.setText(text)
    folder.field.editingFinished.emit()
    assert desk.workspace.settings.start.sessions_folder == ""
    assert folder.said.isVisible()


def test_the_program_begins_with_the_last_session_when_that_is_wanted(live: Callable[[Play], None]) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        kept = stage.session.path
        stage.window.close_session()
        await stage.until(lambda: stage.window.bridge.session is None)
        start = stage.program.workspace.settings.start
        assert stage.program._last_session() is None
        stage.program.workspace.settings.start = replace(start, shows="last_session")
        assert stage.program._last_session() == kept

    live(play)


def test_libraries_are_named_with_version_and_licence() -> None:
    found = {each.name.lower(): each for each in libraries()}
    assert found["msgspec"].version
    assert "BSD" in found["msgspec"].licence
    assert "toolcall-studio" not in found


def test_about_is_found_and_said_in_the_other_language(desk: Desk) -> None:
    desk.settings.show_page("about")
    rows = desk.settings.page.rows
    assert {"program", "places", "libraries"} <= set(rows)
    desk.look.use_language("zh_CN")
    QCoreApplication.sendPostedEvents()
    assert desk.settings.page.accessibleName()
