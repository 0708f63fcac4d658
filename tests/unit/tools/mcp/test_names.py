"""Names of a server's tools for the model: fit for every provider, all different, and the same again every time."""

import re

from studio.tools.mcp.names import model_names

FITS = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def test_a_name_that_fits_stays_as_it_is() -> None:
    assert model_names(["read", "write-file"], "", "fs", (), {}) == {"read": "read", "write-file": "write-file"}


def test_the_prefix_stands_before_every_name() -> None:
    assert model_names(["read", "a.b"], "fs_", "fs", (), {}) == {"read": "fs_read", "a.b": "fs_a_b"}


def test_a_name_of_another_source_gets_the_servers_name_before_it() -> None:
    assert model_names(["git_status", "log"], "", "other", ("git_status",), {}) == {
        "git_status": "other_git_status",
        "log": "log",
    }


def test_the_name_that_needs_no_cleaning_keeps_it_whatever_the_order() -> None:
    for own in (["a.b", "a_b"], ["a_b", "a.b"]):
        names = model_names(own, "", "s", (), {})
        assert names["a_b"] == "a_b"
        assert names["a.b"] != "a_b"
        assert list(names) == own


def test_a_name_once_given_stays_also_when_its_neighbour_goes() -> None:
    first = model_names(["a_b", "a.b"], "", "s", (), {})
    assert model_names(["a.b"], "", "s", (), first) == {"a.b": first["a.b"]}


def test_a_name_given_by_hand_stays_and_no_other_tool_gets_it() -> None:
    names = model_names(["read", "look"], "", "s", (), {"look": "read"})
    assert names["look"] == "read"
    assert names["read"] == "s_read"


def test_a_kept_name_that_another_source_has_meanwhile_is_given_anew() -> None:
    assert model_names(["read"], "", "s", ("read",), {"read": "read"}) == {"read": "s_read"}


def test_odd_names_become_fit_and_different() -> None:
    own = ["", "///", "ünïcode", "名前", "x" * 200, "x" * 199 + "y", "a b", "a/b", "a.b", "-"]
    names = model_names(own, "", "a server.name", ("a_b", "a_server_name_a_b"), {})
    assert len(set(names.values())) == len(own)
    assert all(FITS.fullmatch(name) for name in names.values()), names
    assert model_names(own, "", "a server.name", ("a_b", "a_server_name_a_b"), {}) == names


def test_many_names_that_fall_together_are_all_told_apart() -> None:
    own = [f"a{chr(0x4E00 + n)}b" for n in range(50)]
    assert len(set(model_names(own, "", "s", (), {}).values())) == 50
