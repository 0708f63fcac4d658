"""A server is filled in from the environment and the keyring, its command line, too; what it fills in itself stays."""

from studio.session.mcp_servers import Stdio, StreamableHttp
from studio.workspace.server_ways import filled, variables_of


def test_each_place_is_filled_in_and_a_name_of_the_servers_own_environment_stays_in_its_words() -> None:
    way = Stdio(
        "${BIN}/remote", ("--key", "${KEY}", "Authorization: ${HEADER}"), {"HEADER": "Bearer ${TOKEN}"}, "${HOME}"
    )
    assert variables_of(way) == ("BIN", "KEY", "TOKEN", "HOME")
    assert filled(way, str.lower) == Stdio(
        "bin/remote", ("--key", "key", "Authorization: ${HEADER}"), {"HEADER": "Bearer token"}, "home"
    )


def test_an_address_and_its_headers_are_filled_in() -> None:
    way = StreamableHttp("https://a.example/${PATH_KEY}", (("Authorization", "Bearer ${TOKEN}"),))
    assert filled(way, str.lower) == StreamableHttp("https://a.example/path_key", (("Authorization", "Bearer token"),))
