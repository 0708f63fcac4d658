"""How a server is reached: what is filled in, what trust is bound to, what is shown."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from studio.session.mcp_servers import McpServer, Stdio, StreamableHttp
from studio.workspace.server_ways import command_of, filled, program_of, trusted_as, variables_of

STDIO = Stdio("${HOME}/x", ("--key", "${KEY}", "$PLAIN"), {"KEY": "Bearer ${TOKEN}", "MODE": "a"}, "${HOME}")
HTTP = StreamableHttp("https://${HOST}/mcp", (("X-Key", "${KEY}"),))


def test_each_place_is_filled_in_and_a_name_of_the_servers_own_environment_stands_for_what_that_gives_it() -> None:
    words = ("--key", "${KEY}", "Authorization: ${HEADER}")
    way = Stdio("${BIN}/remote", words, {"HEADER": "Bearer ${TOKEN}"}, "${HOME}")
    assert set(variables_of(way)) == {"BIN", "KEY", "TOKEN", "HOME"}
    assert filled(way, str.lower) == Stdio(
        "bin/remote", ("--key", "key", "Authorization: Bearer token"), {"HEADER": "Bearer token"}, "home"
    )


def test_an_address_and_its_headers_are_filled_in() -> None:
    way = StreamableHttp("https://a.example/${PATH_KEY}", (("Authorization", "Bearer ${TOKEN}"),))
    assert filled(way, str.lower) == StreamableHttp("https://a.example/path_key", (("Authorization", "Bearer token"),))


def test_trust_is_bound_to_the_name_and_the_way_alone() -> None:
    server = McpServer("a", STDIO)
    assert trusted_as(server) == trusted_as(replace(server, prefix="x", only=("y",), needed=True, extra={"z": 1}))
    others = (
        replace(server, name="b"),
        replace(server, way=HTTP),
        *(replace(server, way=replace(STDIO, **{member: other})) for member, other in CHANGED.items()),
    )
    assert len({trusted_as(each).fingerprint + trusted_as(each).path for each in (server, *others)}) == 7


CHANGED = {"command": "y", "args": (), "env": {"KEY": "Bearer ${TOKEN}"}, "cwd": ""}


def test_the_order_of_variables_is_no_change() -> None:
    turned = replace(STDIO, env=dict(reversed(STDIO.env.items())))
    assert trusted_as(McpServer("a", STDIO)) == trusted_as(McpServer("a", turned))


def test_a_command_is_shown_as_a_shell_would_be_given_it() -> None:
    assert command_of(Stdio("run it", ("a b", "c"))) == "'run it' 'a b' c"
    assert command_of(HTTP) == HTTP.url


def test_the_program_that_is_shown_is_the_one_that_will_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        (folder / "desk").write_text("#!/bin/sh\n")
        (folder / "desk").chmod(0o755)
    monkeypatch.chdir(here)
    monkeypatch.setenv("DESK_BIN", str(there))
    assert Path(program_of(Stdio("./desk"))).resolve() == here / "desk"
    assert Path(program_of(Stdio("./desk", cwd=str(there)))) == there / "desk"
    assert Path(program_of(Stdio("desk", env={"PATH": "."}, cwd=str(there)))) == there / "desk"
    assert Path(program_of(Stdio("desk", env={"PATH": f"${{DESK_BIN}}{os.pathsep}{here}"}))) == there / "desk"
    assert program_of(Stdio("desk", env={"PATH": f"${{NOT_SET}}{os.pathsep}{here}"})) == ""
    assert program_of(Stdio("./desk", cwd="${DESK_BIN}")) == ""
