"""A session written out by command and by the program: in every form, whole or not at all, and no secret goes along."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from studio.messages.message import Message, user
from studio.messages.parts import Image, Text
from studio.messages.reply import ChatReply
from studio.said import said
from studio.session.events import MessageAdded, ReplyReceived, RequestSent
from studio.store import session_file
from studio.tasks import spawn
from studio.workspace.exporting import Choice, ExportError
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, fails, says
from tests.flow.command_line import studio
from tests.flow.shop import NO_STOPS, Shop, say
from tests.unit.interop.test_har import SCHEMA

pytestmark = pytest.mark.promise("H5")

SECRET = 'sk-test/"quoted"+<key>&12345'
PICTURE = Image("data:image/png;base64,iVBORw0KGgoAAAA=", "image/png")
FORMS = ("out.md", "out.html", "out.json", "out.har")
TOOLS = """
import os

def leak() -> str:
    "Say the key."
    print(os.environ.get("SHOP_KEY", "none"))
    return "the key is " + os.environ.get("SHOP_KEY", "none")
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run against a real socket, whose server says the key back in text, in arguments and in an error."""
    folder = tmp_path_factory.mktemp("made")
    file, tools = folder / "run.tcsession", folder / "my_tools.py"
    tools.write_text(TOOLS, encoding="utf-8")
    told = (f"Your key is {SECRET}.", ("leak", "{}"), ("leak", json.dumps({"x": SECRET})))
    with ChatServer(fails(500, f"bad key {SECRET}", Retry_After="0"), says(*told), says("Bye.")) as server:
        ran = studio(
            *("run", "--prompt", f"My key: {SECRET}", "--base-url", server.url, "--model", "tiny", "--save", file),
            *("--key-env", "SHOP_KEY", "--tools", tools, "--bad-arguments", "tell"),
            SHOP_KEY=SECRET,
        )
        assert ran.code == 0, ran.err
        assert server.keys[0] == f"Bearer {SECRET}"
    return file


@pytest.fixture
def recorded(made: Path, tmp_path: Path) -> Path:
    """A copy of its session."""
    return Path(shutil.copy(made, tmp_path))


def test_no_secret_leaves_in_any_form(recorded: Path) -> None:
    spelled = {SECRET, json.dumps(SECRET)[1:-1], "quoted", "12345", "sk-test"}
    for name in FORMS:
        out = recorded.with_name(name)
        ran = studio("export", recorded, "--to", out, SHOP_KEY=SECRET)
        assert ran.code == 0, ran.err
        text = out.read_text(encoding="utf-8")
        assert not {each for each in spelled if each in text}, name
        assert "redacted" in text, name


def test_an_archive_holds_what_went_over_the_socket(recorded: Path) -> None:
    out = recorded.with_name("out.har")
    ran = studio("export", recorded, "--to", out, "--json")
    assert ran.documents[-1] == {"file": str(out), "pictures": None, "exchanges": 3, "exit": 0}
    read = json.loads(out.read_text(encoding="utf-8"))
    Draft202012Validator(SCHEMA).validate(read)
    first, second, third = read["log"]["entries"]
    assert [one["response"]["status"] for one in (first, second, third)] == [500, 200, 200]
    assert second["response"]["content"]["text"].rstrip().endswith("data: [DONE]")
    assert json.loads(third["request"]["postData"]["text"])["messages"][-1]["role"] == "tool"
    assert first["startedDateTime"] < second["startedDateTime"] < third["startedDateTime"]


def test_the_document_is_that_of_show(recorded: Path) -> None:
    out = recorded.with_name("out.json")
    assert studio("export", recorded, "--to", out).code == 0
    shown = studio("show", recorded, "--json").documents[0]
    made = json.loads(out.read_text(encoding="utf-8"))
    assert made.pop("file") == recorded.name
    shown.pop("file")
    assert made == shown


def test_a_file_that_is_there_is_overwritten_only_by_express_wish(recorded: Path) -> None:
    out = recorded.with_name("out.md")
    out.write_text("mine", encoding="utf-8")
    assert studio("export", recorded, "--to", out).code == 2
    assert out.read_text(encoding="utf-8") == "mine"
    assert studio("export", recorded, "--to", out, "--force").code == 0
    assert "My key" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--to", "out.txt"), "told by the ending"),
        (("--to", "out.md", "--branch", "nowhere"), "There is no branch named nowhere. There are: main."),
        (("--to", "out.md", "--rounds", "3-2"), "There are no rounds 3-2."),
        (("--to", "out.md", "--rounds", "x"), "--rounds wants"),
        (("--to", "out.har", "--all"), "are for transcripts"),
        (("--to", "nowhere/out.md"), "cannot be written"),
    ],
)
def test_wrong_use_is_told_and_nothing_is_written(recorded: Path, options: tuple[str, ...], said: str) -> None:
    where = [str(recorded.parent / each) if each.startswith(("out", "nowhere/")) else each for each in options]
    before = set(recorded.parent.iterdir())
    ran = studio("export", recorded, *where)
    assert (ran.code, said in ran.err) == (2, True), ran.err
    assert set(recorded.parent.iterdir()) == before


def test_rounds_and_parts_are_chosen_by_command(recorded: Path) -> None:
    out = recorded.with_name("out.md")
    assert studio("export", recorded, "--to", out, "--rounds", "2", "--without", "system", "--with", "tools").code == 0
    text = out.read_text(encoding="utf-8")
    assert "Bye" in text
    assert "**User**" not in text


def long_session(shop: Shop, rounds: int) -> tuple[Workspace, OpenedSession]:
    """A session of so many rounds, told by hand."""
    workspace = shop.workspace()
    session = workspace.new("Long", path=shop.folder / "long.tcsession")
    for at in range(rounds):
        session.journal.append(MessageAdded(message=user(f"Question {at}")))
        session.journal.append(RequestSent(count=1))
        session.journal.append(ReplyReceived(reply=ChatReply((Text(f"Answer {at}"),))))
    return workspace, session


def test_a_session_that_is_written_to_goes_on_while_it_is_exported(tmp_path: Path) -> None:
    async def run() -> None:
        workspace, session = long_session(Shop(tmp_path), 300)
        far: list[float] = []
        work = spawn(session.export(tmp_path / "long.md", told=far.append), name="export")
        await asyncio.sleep(0)
        say(session, "And this?")
        text = (await work).path.read_text(encoding="utf-8")
        assert ("Answer 0\n" in text, "Answer 299\n" in text) == (True, True)
        assert far == sorted(far)
        assert far[-1] > 0.99
        await workspace.close()
        assert session_file.read(session.path).damage == ()

    asyncio.run(run())


def test_an_export_that_is_cut_short_leaves_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        workspace, session = long_session(Shop(tmp_path), 300)
        before, began, loop = names(tmp_path), asyncio.Event(), asyncio.get_running_loop()
        told = lambda _far: loop.call_soon_threadsafe(began.set)  # noqa: E731
        work = spawn(session.export(tmp_path / "long.html", told=told), name="export")
        await began.wait()
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        assert names(tmp_path) == before
        await workspace.close()

    asyncio.run(run())


def test_an_export_that_ends_early_leaves_the_earlier_one_with_its_pictures(tmp_path: Path) -> None:
    async def run() -> None:
        workspace, session = long_session(Shop(tmp_path), 1)
        session.journal.append(MessageAdded(message=Message("user", (PICTURE,))))
        session.journal.append(MessageAdded(message=user("And now?")))
        out = tmp_path / "out"
        out.mkdir()
        await session.export(out / "a.md")
        before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
        assert {path.parent.name for path in before} == {"out", "a_pictures"}

        def ends_late(_far: float) -> None:
            if any(out.glob(".*_pictures")):
                raise ExportError(said("Late."))

        with pytest.raises(ExportError, match="Late"):
            await session.export(out / "a.md", told=ends_late)
        (out / "b.md").mkdir()
        with pytest.raises(ExportError, match="Is a directory"):
            await session.export(out / "b.md")
        assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
        assert names(out) == {"a.md", "a_pictures", "b.md"}
        await workspace.close()

    asyncio.run(run())


def names(folder: Path) -> set[str]:
    """What lies in a folder."""
    return {path.name for path in folder.iterdir()}


def test_a_session_is_never_overwritten_by_what_is_made_of_it(tmp_path: Path) -> None:
    async def run() -> None:
        shop = Shop(tmp_path)
        workspace = shop.workspace()
        session = await shop.session(workspace, tmp_path / "own.json", stops=NO_STOPS)
        say(session, "hello")
        await session.run_to_end()
        with pytest.raises(ExportError, match="is open as a session itself"):
            await session.export(session.path)
        with pytest.raises(ExportError, match="Nothing of this branch went over HTTP"):
            await session.export(tmp_path / "out.har")
        await workspace.close()

    asyncio.run(run())


def test_a_preview_is_the_beginning_of_what_is_written(tmp_path: Path) -> None:
    async def run() -> None:
        workspace, session = long_session(Shop(tmp_path), 20)
        text, whole = await session.transcript_preview("markdown", Choice())
        done = await session.export(tmp_path / "long.md")
        assert (text, whole) == (done.path.read_text(encoding="utf-8"), True)
        await workspace.close()

    asyncio.run(run())
