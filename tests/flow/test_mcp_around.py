"""What an MCP server gives beside text, and what it offers around its tools: a real process, a real session, a real file."""

import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from studio.dialects import roster
from studio.dialects.printed import forms
from studio.engine.compose import Composer
from studio.engine.edits import EditRefusedError
from studio.messages.message import user
from studio.messages.parts import Image, Text
from studio.messages.toolspec import ToolSpec
from studio.present.labels import english
from studio.present.story import story
from studio.present.story_markdown import story_markdown
from studio.present.story_text import story_lines
from studio.present.transcript_entries import ResultEntry
from studio.problems import StudioError
from studio.session.events import ResultRecorded
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.server_view import ListedTool
from studio.session.setup import ResponderChoice, Setup, Stops
from studio.session.state import SessionState, settled
from studio.tools.mcp.listed import spec_of
from studio.workspace.opened import OpenedSession
from studio.workspace.read_resources import ResourceError
from studio.workspace.workspace import Workspace
from tests.flow.command_line import studio
from tests.flow.mcp_servers import library
from tests.flow.shop import told

pytestmark = pytest.mark.anyio
SERVER = Path(library.__file__)
KEY = "sk-library-0123456789abcdef"
SCRIPT = {
    "rules": [
        {"after": "user", "parts": [{"call": "everything", "arguments": {}}]},
        {"parts": [{"text": "It gave much."}]},
    ]
}


def opened(workspace: Workspace, folder: Path) -> OpenedSession:
    """A session with the library as a trusted server; nothing started, nothing said."""
    (folder / "script.json").write_text(json.dumps(SCRIPT), encoding="utf-8")
    way = Stdio(sys.executable, ("-S", str(SERVER)), env={"LIBRARY_KEY": "${LIBRARY_KEY}"})
    setup = Setup(
        ResponderChoice("scripted", model_name="m", script=str(folder / "script.json")),
        servers=(McpServer("library", way),),
        stops=Stops(before_call=False),
    )
    session = workspace.new("Library", setup=setup, path=folder / "library.tcsession")
    session.trust_server("library", for_good=False)
    return session


@pytest.fixture
async def workspace(tmp_path: Path) -> AsyncIterator[Workspace]:
    """A run of the program whose environment holds the server's key."""
    made = Workspace(tmp_path / "data", tmp_path / "config", {"LIBRARY_KEY": KEY})
    yield made
    await made.close()


@pytest.mark.promise("E3")
async def test_every_part_of_a_result_is_kept_told_and_replayed_and_the_model_reads_texts_and_pictures(
    workspace: Workspace, tmp_path: Path
) -> None:
    session = opened(workspace, tmp_path)
    session.add_message(user("go"))
    assert (await session.run_to_end()).reason == "finished"

    (given,) = [event for event in session.tree.events(session.head) if isinstance(event, ResultRecorded)]
    assert [part["type"] for part in given.parts] == ["text", "image", "text", "audio", "resource", "resource_link"]
    assert given.parts[1] == {"type": "image", "media": 0, "annotations": {"audience": ["user"]}}
    assert given.text.startswith("First.\nSecond.\n[Sound (audio/wav, 64 bytes)]")
    assert len(given.media) == 1
    assert given.structured["total"] == 2

    request = session.request_json(session.state.last_request)
    assert "First." in request
    assert library.PNG in request
    for kept_back in ("of the library", library.SOUND, "audience"):
        assert kept_back not in request

    (entry,) = [entry for entry in told(session) if isinstance(entry, ResultEntry)]
    assert [part.kind for part in entry.parts] == ["text", "image", "text", "audio", "resource", "link", "structured"]

    await workspace.close_session(session)
    assert KEY.encode() not in session.path.read_bytes()
    replayed = await _replayed(workspace, session.path, tmp_path)
    assert (replayed.parts, replayed.structured, replayed.media) == (given.parts, given.structured, given.media)


async def _replayed(workspace: Workspace, path: Path, folder: Path) -> ResultRecorded:
    """The result as a replay without any server gives it."""
    session = workspace.replay(path, into=folder / "again.tcsession")
    await session.run_to_end()
    (given,) = [event for event in session.tree.events(session.head) if isinstance(event, ResultRecorded)]
    assert session.servers[0].phase == "stopped"
    return given


@pytest.mark.promise("E3")
async def test_a_transcript_and_a_story_name_the_parts_in_their_order(workspace: Workspace, tmp_path: Path) -> None:
    session = opened(workspace, tmp_path)
    session.add_message(user("go"))
    await session.run_to_end()
    await workspace.close_session(session)
    lines = [line.text for line in story_lines(story(session.tree, session.head), 200)]
    markdown = story_markdown(story(session.tree, session.head), english)
    for told_there in (studio("show", session.path).out, "\n".join(lines), markdown):
        said = " ".join(told_there.split())
        places = [
            said.index(f"{place}. {what}") for place, what in enumerate(("Text", "Picture 1", "Text", "Audio"), 1)
        ]
        assert places == sorted(places)
        assert (
            "6. Link to a resource · seven · lib://book/7 · text/plain · the model reads only a line about it" in said
        )
        assert "7. Structured content" in said
        assert KEY not in said


@pytest.mark.promise("E2")
@pytest.mark.parametrize("form", ["", *forms.NAMES])
@pytest.mark.parametrize("dialect", roster.NAMES)
async def test_metadata_output_schema_and_annotations_of_a_tool_never_enter_a_request(dialect: str, form: str) -> None:
    tool = spec_of(ListedTool(library.TOOL), "library", "everything")
    setup = Setup(tools=(tool, ToolSpec("other")), servers=(McpServer("library", Stdio("x")),), strict=True)
    sent = Composer(roster.make(dialect, form)).compose(SessionState(setup=setup)).sent.join().decode()
    assert "Gives one of each." in sent
    for never in (
        "annotat",
        "Hint",
        "outputSchema",
        "secret_of_schema",
        "_meta",
        "meta_of_tool",
        "Everything at once",
        "library",
    ):
        assert never not in sent


@pytest.mark.promise("E4")
async def test_resources_are_listed_on_all_pages_read_and_go_along_with_the_next_message_as_one_change(
    workspace: Workspace, tmp_path: Path
) -> None:
    session = opened(workspace, tmp_path)
    listed = await session.server_resources("library")
    assert [(each.uri, each.template) for each in listed] == [
        ("lib://notes", False),
        ("lib://cover", False),
        ("lib://sound", False),
        ("lib://big", False),
        ("lib://book/{number}{?page,lang}", True),
    ]
    notes, cover = (
        await session.read_resource("library", "lib://notes"),
        await session.read_resource("library", "lib://cover"),
    )
    with pytest.raises(EditRefusedError, match="no message"):
        session.insert_resource("library", notes)
    session.add_message(user("What is in it?"))
    before = session.head
    session.insert_resource("library", (*notes, *cover), always=True)
    message = settled(session.state).value
    assert [(each.source, each.always) for each in message.passages] == [("lib://notes", True)]
    assert [type(part) for part in message.parts] == [Text, Image]
    assert "# Notes" in session.request_json()
    assert library.PNG in session.request_json()
    session.undo()
    assert session.head == before
    with pytest.raises(ResourceError, match="neither text nor a picture"):
        session.insert_resource("library", await session.read_resource("library", "lib://sound"))
    with pytest.raises(ResourceError, match="too long to go along: 1,200,000 characters, at most 200,000"):
        session.insert_resource("library", await session.read_resource("library", "lib://big"))
    await workspace.close_session(session)
    assert KEY.encode() not in session.path.read_bytes()


@pytest.mark.promise("E4")
async def test_a_prompt_is_filled_in_by_the_server_and_its_messages_are_put_in_as_one_change(
    workspace: Workspace, tmp_path: Path
) -> None:
    session = opened(workspace, tmp_path)
    greet, _ = await session.server_prompts("library")
    assert [(each.name, each.required) for each in greet.arguments] == [("who", True), ("tone", False)]
    made = await session.get_prompt("library", "greet", {"who": "Ada", "tone": ""})
    assert made.messages[0].text == 'Greet {"who": "Ada"}.'
    assert [message.role for message in made.messages] == ["user", "assistant", "user", "user", "user"]
    assert isinstance(made.messages[2].parts[0], Image)
    assert any("Sound" in note for note in made.notes)
    before = session.head
    session.insert_prompt(made)
    assert [message.role for message in settled(session.state)] == ["user", "assistant", "user", "user", "user"]
    assert "Greet" in session.request_json()
    session.undo()
    assert session.head == before
    await workspace.close_session(session)


@pytest.mark.promise("E4")
async def test_nothing_is_read_from_a_server_that_is_not_trusted(workspace: Workspace, tmp_path: Path) -> None:
    session = workspace.new("x", setup=Setup(servers=(McpServer("library", Stdio(sys.executable, (str(SERVER),))),)))
    for asked in (session.server_resources("library"), session.server_prompts("library")):
        with pytest.raises(StudioError, match="not trusted"):
            await asked
