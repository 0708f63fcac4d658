"""What a server is started with, and what is said when it cannot be."""

from pathlib import Path

import pytest

from studio.session.mcp_servers import Stdio
from studio.tools.mcp.starting import environment_of, not_started, words_of


def test_the_environment_is_what_any_program_needs_and_what_the_server_is_given() -> None:
    ours = {"HOME": "/h", "PATH": "/bin", "OPENAI_API_KEY": "sk-secret", "LD_PRELOAD": "x"}
    assert environment_of(Stdio("x", env={"A": "1", "PATH": "/other"}), ours) == {
        "HOME": "/h",
        "PATH": "/other",
        "A": "1",
    }


def test_words_are_never_split_or_joined() -> None:
    assert words_of(Stdio("my program", ("a b", "", "$HOME"))) == ("my program", "a b", "", "$HOME")


@pytest.mark.parametrize(
    ("command", "error", "said"),
    [
        ("npx", FileNotFoundError(2, "x"), "the command npx was not found. It comes with Node.js"),
        ("uvx", FileNotFoundError(2, "x"), "the command uvx was not found. It comes with uv"),
        ("python", FileNotFoundError(2, "x"), "the command python was not found. Write python3"),
        ("frob", FileNotFoundError(2, "x"), "the command frob was not found. Install it, or write its whole path."),
        ("/nowhere/frob", FileNotFoundError(2, "x"), "there is no program /nowhere/frob."),
        (__file__, FileNotFoundError(2, "x"), "the interpreter that"),
        (__file__, PermissionError(13, "x"), "may not be run."),
        ("frob", OSError(7, "Argument list too long"), "frob: Argument list too long."),
        ("frob", ValueError("embedded null byte"), "holds a character that cannot stand there."),
    ],
)
def test_a_command_that_cannot_be_started_is_named_with_what_to_do(
    command: str, error: OSError | ValueError, said: str
) -> None:
    told = str(not_started("git", Stdio(command), error))
    assert told.startswith("The server git cannot start: ")
    assert said in told


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone")
    assert f"there is no folder {gone}." in str(not_started("git", Stdio("x", cwd=gone), FileNotFoundError(2, "x")))
