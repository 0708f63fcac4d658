"""Tools of servers in the settings of a session: their places, names and what a person chose."""

from typing import Any

from msgspec.structs import replace

from studio.messages.toolspec import ToolSpec
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.server_view import ListedTool
from studio.session.setup import Setup
from studio.workspace.taken_in import own_name, server_put, taken_in, taken_tools

SERVER = McpServer("git", Stdio("x"))


def listed(*names: str, **members: Any) -> list[ListedTool]:
    return [ListedTool({"name": name, **members}) for name in names]


def names(tools: tuple[ToolSpec, ...]) -> list[str]:
    return [tool.name for tool in tools]


def taken(setup: Setup, *own: str, server: McpServer = SERVER) -> Setup:
    return replace(setup, servers=(server,), tools=taken_in(setup, server, listed(*own)))


def test_the_same_list_again_is_the_same_object() -> None:
    setup = taken(Setup(tools=(ToolSpec("mine"),)), "status", "log")
    assert taken_in(setup, SERVER, listed("status", "log")) is setup.tools
    assert taken_in(setup, SERVER, listed("log", "status")) is setup.tools


def test_places_are_kept_and_new_ones_stand_behind_the_last_of_the_server() -> None:
    setup = taken(Setup(tools=(ToolSpec("mine"),)), "status", "log")
    setup = replace(setup, tools=(*setup.tools, ToolSpec("last")))
    assert names(taken_in(setup, SERVER, listed("diff", "log", "show"))) == ["mine", "log", "diff", "show", "last"]
    assert names(taken_in(setup, SERVER, [])) == ["mine", "last"]


def test_a_tool_that_is_listed_twice_is_taken_once() -> None:
    found = taken_in(Setup(), SERVER, [*listed("log", description="first"), *listed("log", description="second")])
    assert [(tool.name, tool.description) for tool in found] == [("log", "first")]


def test_a_name_that_another_has_gets_the_servers_before_it_and_stays() -> None:
    setup = taken(Setup(tools=(ToolSpec("log"),)), "log")
    assert names(setup.tools) == ["log", "git_log"]
    alone = replace(setup, tools=setup.tools[1:])
    assert names(taken_in(alone, SERVER, listed("log", "diff"))) == ["git_log", "diff"]


def test_what_only_a_person_says_of_a_tool_outlives_a_new_list() -> None:
    setup = taken(Setup(), "log")
    (tool,) = setup.tools
    setup = replace(setup, tools=(replace(tool, return_behavior="immediate", seconds=3.0, always_visible=True),))
    (fresh,) = taken_in(setup, SERVER, listed("log", description="New words."))
    assert (fresh.description, fresh.return_behavior, fresh.seconds) == ("New words.", "immediate", 3.0)


def test_another_prefix_may_swap_names_without_two_of_one_name() -> None:
    server = replace(SERVER, prefix="a_")
    setup = taken(Setup(), "x", "a_x", server=server)
    assert names(setup.tools) == ["a_x", "a_a_x"]
    changed = server_put(setup, SERVER, server, ())
    assert names(changed["tools"]) == ["x", "a_x"]


def test_while_nothing_is_listed_the_session_says_what_it_has() -> None:
    said = {"description": "d", "title": "Log", "annotations": {"readOnlyHint": True, "openWorldHint": False}}
    setup = replace(Setup(), tools=taken_in(Setup(), replace(SERVER, prefix="g_"), listed("log", **said)))
    fresh, kept = taken_tools(setup, SERVER, listed("log", **said)), taken_tools(setup, SERVER, ())
    assert fresh == kept
    assert (kept[0].own_name, kept[0].spec, kept[0].title) == ("log", setup.tools[0], "Log")
    assert (kept[0].read_only, kept[0].open_world, kept[0].destructive) == (True, False, None)


def test_thousands_of_tools_get_a_new_prefix_at_once_also_where_one_takes_the_name_of_another() -> None:
    was = McpServer("big", Stdio("x"))
    own = ["a", "p_a", *(f"tool_{number}" for number in range(5_000))]
    big = listed(*own)
    setup = Setup(servers=(was,))
    setup = replace(setup, tools=taken_in(setup, was, big), off=("p_a",))
    changed = server_put(setup, replace(was, prefix="p_"), was, big)
    assert [tool.name for tool in changed["tools"]] == [f"p_{each}" for each in own]
    assert [own_name(tool) for tool in changed["tools"]] == own
    assert changed["off"] == ("p_p_a",)
