"""Pictures of the settings that the core goes by, and of problems whose rules are off: `python -m tests.screens.settings_core OUT [NAME…]`.

Run, Models, Keys, Tools, Checks and Privacy with something in them.
"""

import asyncio
import sys
from pathlib import Path

from PySide6.QtWidgets import QMenu

from studio.gui.app import Program
from studio.gui.dialogs.rule_lowered import RuleLoweredDialog
from studio.gui.settings.blanking_trial import BlankingTrial
from studio.gui.window import StudioWindow
from studio.messages.message import Message, user
from studio.messages.parts import Call, Result
from studio.session.setup import Setup, ToolFile
from studio.store.settings import OwnPrice
from studio.workspace.profiles import read_profile
from tests.screens.window import Look, Scene, take_all

SMALL = (1280, 800)
_LOOKS: dict[str, Look] = {
    "": {},
    "dark": {"theme": "dark", "size": SMALL},
    "zh": {"language": "zh_CN", "size": SMALL},
    "200": {"size": SMALL, "scale": 200},
}
_PAGES = {
    "run": ("", "dark", "zh", "200"),
    "models": ("", "dark", "200"),
    "keys": ("", "dark", "200"),
    "tools": ("", "dark", "200"),
    "checks": ("", "dark", "zh", "200"),
    "privacy": ("", "dark", "zh", "200"),
}


def _fill(program: Program) -> None:
    """Something on each page."""
    workspace, chosen = program.workspace, program.look.chosen
    for profile in (
        {"name": "OpenAI", "base_url": "https://api.openai.com/v1", "model": "gpt-4o-mini", "key_env": "OPENAI_API_KEY"},
        {"name": "Claude", "base_url": "https://api.anthropic.com", "model": "claude-sonnet-4-5",
         "dialect": "anthropic_messages", "key_ring": True},
        {"name": "Here", "base_url": "http://127.0.0.1:11434/v1", "model": "qwen2.5:7b"},
    ):  # fmt: skip
        workspace.save_profile(read_profile(profile))
    workspace.world.trust(ToolFile("/home/ann/shop/tools/refunds.py", "", "sha256:9f86d081884c7d659a2feaa0c55ad015"))
    workspace.world.trust(
        ToolFile(
            "/home/ann/shop/tools/parcels.py", "/home/ann/shop/.venv/bin/python", "sha256:2c26b46b68ffc68ff99b453c"
        )
    )
    chosen.put("rules", {"loop.growth": "off", "tool.no_when": "off", "history.role_order": "error"})
    chosen.put(
        "prices",
        {"qwen*": OwnPrice(input=0.1, output=0.4), "gpt-4o-mini": OwnPrice(input=0.15, output=0.6, cached=0.075)},
    )
    chosen.put("windows", {"qwen2.5:7b": 32_768})
    chosen.put("blanking", [r"\b\d{13,19}\b", "ACME-[0-9]+"])
    workspace.world.redactor.register("not-a-key-of-anybody")


def page(name: str) -> Scene:
    """A page of the settings."""

    async def scene(program: Program, window: StudioWindow) -> None:
        _fill(program)
        window.dialogs.settings.open(name)
        settings = window.dialogs.current = window.dialogs.settings.current
        assert settings is not None
        if name == "privacy":
            trial = settings.page.rows["trial"].control
            assert isinstance(trial, BlankingTrial)
            trial.text.setPlainText("Order ACME-48213 was paid with 4111111111111111 by ann.")
        await asyncio.sleep(0.2)

    return scene


async def problems(program: Program, window: StudioWindow) -> None:
    """Problems by rule, with the line that says what is off, and the menu of a row."""
    workspace = program.workspace
    workspace.save_profile(read_profile({"name": "p", "base_url": "http://127.0.0.1:1", "model": "gpt-4o-mini"}))
    session = workspace.new("Broken", setup=Setup(responder=workspace.choice(workspace.profiles[0])))
    asked = Message("assistant", (Call("look", "{}", "call_1"),))
    for message in (user("hi"), asked, user("wait"), Message("tool", (Result("call_9", "x", "look"),)), user("Now?")):
        session.add_message(message)
    program.look.chosen.put("rules", {"loop.growth": "off", "tool.no_when": "off"})
    session.set_rule("history.orphan_result", "warning")
    window.bridge.show(session)
    await asyncio.sleep(0.2)
    window.go_to("problems")
    window.problems.group("rule")
    await asyncio.sleep(0.2)


async def menu(program: Program, window: StudioWindow) -> None:
    """The same with the menu of a row open."""
    await problems(program, window)
    pane = window.problems
    item = pane.list.topLevelItem(1)
    assert item is not None
    pane.list.customContextMenuRequested.emit(pane.list.visualItemRect(item).center())
    opened = next(each for each in pane.children() if isinstance(each, QMenu))
    inner = opened.actions()[4].menu()
    assert isinstance(inner, QMenu)
    opened.setActiveAction(opened.actions()[4])
    await asyncio.sleep(0.3)


async def lowered(program: Program, window: StudioWindow) -> None:
    """The question before a rule that holds requests back is switched off."""
    await problems(program, window)
    window.dialogs.rules.set("history.missing_result", "off", False)
    window.dialogs.current = window.findChildren(RuleLoweredDialog)[-1]
    await asyncio.sleep(0.2)


SCENES: dict[str, tuple[Scene, Look]] = {
    **{
        "_".join(filter(None, (f"settings_{name}", look))): (page(name), _LOOKS[look])
        for name, looks in _PAGES.items()
        for look in looks
    },
    "problems_rules": (problems, {}),
    "problems_rules_dark": (problems, _LOOKS["dark"]),
    "problems_menu": (menu, {}),
    "rule_lowered": (lowered, {}),
    "rule_lowered_dark": (lowered, _LOOKS["dark"]),
}
_OF_DIALOGS = ("settings_", "rule_lowered")


if __name__ == "__main__":
    wanted = sys.argv[2:] or list(SCENES)
    take_all(Path(sys.argv[1]), wanted, SCENES, [name for name in wanted if name.startswith(_OF_DIALOGS)])
