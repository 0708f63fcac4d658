"""Pictures of the mock editor, for people: `python tests/screens/mocks.py OUT_DIR [NAME …]`.

Each picture is the real window on the real workspace, with the demo's tools.
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtTest import QTest

from studio.gui.app import Program
from studio.gui.dialogs.mocks import MocksDialog
from studio.gui.window import StudioWindow
from studio.messages.parts import Image
from studio.session.mocks import MockRule
from tests.screens import window as screens

RULES = (
    MockRule("", "get_order", "order_id == '48213'", answer="json", text='{"order_id": "48213", "state": "delivered"}'),
    MockRule("", "get_order", nth=2, fault="timeout"),
    MockRule("", "get_*", answer="template", text="Nothing is known of {order_id}.", is_error=True, times=1),
    MockRule("", "issue_refund", "amount > `100`", text="This needs a person.", is_error=True, delay=1.5),
    MockRule("", "send_*", answer="real", fault="slow", on=False),
)
SQUARE = Image(
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAIAAAAuKetIAAAAZElEQVR4nO3PUQkAIBTAwBfIOoa2lSH8OITBAtxm7fN1wwUNaEEDWtCAFjSgBQ1oQQNa0IAWNKAFDWhBA1rQgBY0oAUNaEEDWtCAFjSgBQ1oQQNa0IAWNKAFDWhBA1rQgBY8dgFvBHjiZlJUJQAAAABJRU5ErkJggg==",
    "image/png",
)


async def _opened(program: Program, window: StudioWindow, rules: tuple[MockRule, ...] = RULES) -> MocksDialog:
    await screens.demo(program, window)
    session = window.bridge.session
    assert session is not None
    for rule in rules:
        session.add_mock(rule)
    window.actions_["mocks"].trigger()
    dialog = window.dialogs.current
    assert isinstance(dialog, MocksDialog)
    return dialog


async def rules(program: Program, window: StudioWindow) -> None:
    """Some rules; the first answers the call that waits."""
    await _opened(program, window)


async def template(program: Program, window: StudioWindow) -> None:
    """A rule with a template."""
    dialog = await _opened(program, window)
    dialog.show_rule(dialog._rules()[2].id)


async def wrong(program: Program, window: StudioWindow) -> None:
    """A condition with a slip, while it is typed."""
    dialog = await _opened(program, window)
    dialog.show_rule(dialog._rules()[3].id)
    dialog.form.calls.when.setText("amount > 100 && paid == true")
    dialog.form.calls.when.setFocus()
    await asyncio.sleep(0.4)


async def refused(program: Program, window: StudioWindow) -> None:
    """An answer that is not JSON, when it is to be saved; another row was pressed."""
    dialog = await _opened(program, window)
    dialog.form.answer.json.setFocus()
    QTest.keyClicks(dialog.form.answer.json, "x")
    dialog.save.click()


async def fault(program: Program, window: StudioWindow) -> None:
    """A rule that makes a call go wrong."""
    dialog = await _opened(program, window)
    dialog.show_rule(dialog._rules()[1].id)


async def turns(program: Program, window: StudioWindow) -> None:
    """A rule with three answers in turn and a picture; the second answer is looked at."""
    then = ('{"order_id": "48213", "state": "delivered"}', '{"order_id": "48213", "state": "returned"}')
    rule = MockRule("", "get_order", answer="json", text='{"state": "sent"}', then=then, media=(SQUARE,))
    dialog = await _opened(program, window, (*RULES, rule))
    dialog.show_rule(dialog._rules()[-1].id)
    dialog.form.answer.turns.next.click()


async def empty(program: Program, window: StudioWindow) -> None:
    """No rules yet, a new one begun."""
    dialog = await _opened(program, window, ())
    dialog.begin("get_order")


async def card(program: Program, window: StudioWindow) -> None:
    """The card of a call with the menu of the ways to go wrong."""
    await screens.demo(program, window)
    session = window.bridge.session
    assert session is not None
    assert session.state.open is not None
    shown = window.panes.response.calls.card(session.state.open.calls[0].key)
    assert shown is not None
    menu = shown.bar.make_faults()
    menu.popup(shown.bar.faults.mapToGlobal(shown.bar.faults.rect().bottomLeft()))
    await asyncio.sleep(0.2)
    menu.grab().save(str(Path(sys.argv[1]) / "faults_menu.png"))
    menu.close()


async def mocked(program: Program, window: StudioWindow) -> None:
    """A call that a rule let run out of time."""
    await screens.demo(program, window)
    session = window.bridge.session
    assert session is not None
    session.add_mock(MockRule("", "get_order", fault="timeout"))
    window.actions_["step"].trigger()
    await asyncio.sleep(0.5)


LOOKS: dict[str, screens.Look] = {
    "": {"size": (1280, 800)},
    "_dark": {"theme": "dark", "size": (1280, 800)},
    "_zh": {"language": "zh_CN", "size": (1280, 800)},
    "_200": {"size": (1280, 800), "scale": 200},
    "_1600": {},
}
SCENES = {
    "rules": rules,
    "template": template,
    "wrong": wrong,
    "refused": refused,
    "fault": fault,
    "turns": turns,
    "empty": empty,
    "card": card,
    "mocked": mocked,
}

if __name__ == "__main__":
    pictures = screens.each(SCENES, LOOKS)
    screens.main(pictures, pictures)
