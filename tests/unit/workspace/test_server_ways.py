"""A server is filled in from the environment and the keyring, the words of its command, too."""

from studio.session.mcp_servers import Stdio, StreamableHttp
from studio.workspace.server_ways import filled, variables_of


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
