"""The person's own patterns are blanked wherever secrets are: in the file and in what is shown. Real socket, real file."""

from pathlib import Path

import pytest

from studio.cli.show import main as show_command
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.shop import NO_STOPS, Shop, say

pytestmark = [pytest.mark.anyio, pytest.mark.promise("H2")]

CARD = "4111111111111111"
PATTERN = r"\b\d{13,19}\b"


async def test_what_a_pattern_finds_stands_nowhere(
    shop: Shop, workspace: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace.preferences.set_patterns([PATTERN, "("])
    with ChatServer(says(f"Your card {CARD} is known, it ends with 1111.")) as server:
        session = await shop.session(workspace, responder=shop.live(workspace, server.url), stops=NO_STOPS)
        say(session, f"My card is {CARD}.")
        assert (await session.run()).reason == "finished"
        assert session.answer() == ("Your card [redacted] is known, it ends with 1111.",)
        path = session.path
        await workspace.close_session(session)
        assert CARD not in path.read_text(encoding="utf-8")
        again = workspace.open(path)
        assert again.damage == ()
        assert "[redacted]" in str(again.state.messages[0].parts)
        show_command([str(path), "--wire", "--full"])
        assert CARD not in capsys.readouterr().out


async def test_a_pattern_that_is_taken_away_blanks_no_more(shop: Shop, workspace: Workspace) -> None:
    workspace.preferences.set_patterns([PATTERN])
    workspace.preferences.set_patterns([])
    with ChatServer(says(f"Card {CARD}.")) as server:
        session = await shop.session(workspace, responder=shop.live(workspace, server.url), stops=NO_STOPS)
        say(session, "two")
        await session.run()
        assert session.answer() == (f"Card {CARD}.",)


async def test_another_run_of_the_program_goes_by_it_from_the_start(tmp_path: Path) -> None:
    mine = Workspace(tmp_path / "data", tmp_path / "config", {})
    mine.preferences.set_patterns([PATTERN])
    other = Workspace(tmp_path / "data", tmp_path / "config", {})
    assert other.world.redactor.text(f"x {CARD}") == "x [redacted]"
    await mine.close()
    await other.close()
