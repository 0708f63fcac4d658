"""What trust in an executor is bound to, and when one may run."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from studio.messages.toolspec import ToolSpec
from studio.session.executors import CommandLine, Executor, HttpEndpoint
from studio.store.settings import SettingsFile
from studio.tools.tool import CallContext
from studio.workspace.runners import Runners, trusted_as
from studio.workspace.world import World

HTTP = HttpEndpoint("https://h/{id}", "GET", (("A", "1"),))
COMMAND = CommandLine(("touch", "{file}"), "/tmp", {"A": "1", "B": "2"})


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(SettingsFile(tmp_path), tmp_path / "sessions", {"KEY": "sk-very-secret", "HOME": "/home/me"})


@pytest.mark.parametrize(
    ("executor", "change"),
    [
        (HTTP, {"url": "https://h/{id}/"}),
        (HTTP, {"method": "DELETE"}),
        (HTTP, {"headers": (("A", "2"),)}),
        (HTTP, {"body": "form"}),
        (HTTP, {"template": "x"}),
        (HTTP, {"most_bytes": 5}),
        (COMMAND, {"argv": ("touch", "-f", "{file}")}),
        (COMMAND, {"folder": "/"}),
        (COMMAND, {"env": {"A": "1"}}),
        (COMMAND, {"stdin": "json"}),
    ],
)
def test_a_change_of_any_member_asks_again(world: World, executor: Executor, change: dict[str, Any]) -> None:
    world.trust(trusted_as("look", executor))
    assert Runners(world).why_not("look", executor) == ""
    assert "not trusted yet" in Runners(world).why_not("look", replace(executor, **change))
    assert "not trusted yet" in Runners(world).why_not("other", executor)


def test_the_order_of_variables_is_no_change() -> None:
    assert trusted_as("look", replace(COMMAND, env={"B": "2", "A": "1"})) == trusted_as("look", COMMAND)


def test_trust_in_a_file_is_no_trust_in_a_tool_of_that_name(world: World) -> None:
    assert trusted_as("../../resources/x", HTTP).path == "tool:../../resources/x"
    assert not world.trusts(trusted_as("../../resources/x", HTTP))


@pytest.mark.anyio
async def test_what_is_not_trusted_does_not_run_whoever_asks(world: World, tmp_path: Path) -> None:
    file = tmp_path / "made"
    outcome = await Runners(world).run(ToolSpec("look"), COMMAND, {"file": str(file)}, CallContext("c"))
    assert (outcome.status, file.exists()) == ("error", False)


def test_a_wrong_executor_of_a_foreign_file_does_not_run_even_when_it_is_trusted(world: World) -> None:
    wrong = HttpEndpoint("https://h{path}")
    world.trust(trusted_as("look", wrong))
    assert Runners(world).why_not("look", wrong).startswith("look cannot run: The address needs a /")


def test_a_variable_is_blanked_before_it_is_used_but_not_before_trust(world: World) -> None:
    keyed = replace(COMMAND, env={"A": "${KEY}", "B": "${HOME}"})
    assert Runners(world).why_not("look", keyed) != ""
    assert Runners(world).shown("look", keyed).variables == ("KEY", "HOME")
    assert world.redactor.text("sk-very-secret") == "sk-very-secret"
    world.trust(trusted_as("look", keyed))
    assert Runners(world).why_not("look", keyed) == ""
    assert world.redactor.text("sk-very-secret in /home/me") == "[redacted] in /home/me"
