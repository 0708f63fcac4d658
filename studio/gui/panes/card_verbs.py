"""What the person does with the call of a card, as verbs of the session.

Above: the call card. Below: the edit door, the bridge through it. Knows no widget; what is typed is committed by the card before.
"""

import json
import time
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from studio.gui.panes.edit_door import EditDoor
from studio.gui.words import fill
from studio.session.nodes import CallKey
from studio.session.state import CallState


class CardVerbs:
    """The verbs for one call; a reply keeps the key of each of its calls."""

    def __init__(self, door: EditDoor, key: CallKey) -> None:
        self._door, self._bridge, self._key = door, door.bridge, key

    def turn_to(self, key: CallKey) -> None:
        """Be about another call from now on."""
        self._key = key

    def run(self, *, approve: bool, all_of_tool: bool) -> None:
        """Run the call; a sensitive one because it is approved."""
        key = self._key
        if approve:
            self._bridge.start("approve", lambda session: session.approve(key, all_of_tool))
        else:
            self._bridge.start("run call", lambda session: session.run_call(key))

    def go_wrong(self, fault: Any) -> None:
        """Let the call go wrong in one of the known ways."""
        self._bridge.start("fault", lambda session: session.fault(self._key, fault))

    def answer(self, kind: str, text: str, *, is_error: bool) -> bool:
        """Reject the call with a reason, or give its result in the tool's place; whether that was done."""
        key = self._key
        if kind == "reject":
            return self._door.change(lambda session: session.reject(key, text))
        return self._door.change(lambda session: session.mock(key, text, is_error=is_error))

    def rename(self, name: str) -> None:
        """Call another tool."""
        self._door.change(lambda session: session.edit_call(self._key, name=name))

    def give_id(self, id: str) -> None:
        """Give the call another id."""
        self._door.change(lambda session: session.edit_call(self._key, id=id))

    def give_new_id(self) -> None:
        """Give the call an id that no other has."""
        self.give_id(f"call_{self._key[0]}_{self._key[1]}_{int(time.time() * 1000) % 100000}")

    def revert(self) -> None:
        """Go back to what the model said."""
        self._door.change(lambda session: session.revert_call(self._key))

    def edit_result(self, text: str, is_error: bool) -> None:
        """Change what the model reads as the result."""
        self._door.change(lambda session: session.edit_result(self._key, text, is_error=is_error))

    def want_rules(self, tool: str, *, waits: bool) -> None:
        """Ask for the mock rules of the tool, to be tried with the call while it waits."""
        self._bridge.mocks_wanted.emit(tool, self._key if waits else None)

    def want_rule(self, call: CallState) -> None:
        """Ask for a rule that gives the result of the call again."""
        if call.result is not None:
            self._bridge.rule_wanted.emit(call.result.event)

    def want_resource(self, tool: str, uri: str) -> None:
        """Ask for a resource of the server that the tool is of."""
        session = self._bridge.session
        tools = session.state.setup.tools if session is not None else ()
        for source in {each.source for each in tools if each.name == tool}:
            self._bridge.resource_wanted.emit(source, uri)

    def watch(self, expression: str) -> None:
        """Watch a value of the arguments."""
        if self._bridge.do(lambda opened: opened.set_watch(expression)):
            words = QCoreApplication.translate("CardVerbs", "{expression} is watched.")
            self._bridge.notice.emit(fill(words, expression=expression))

    def copy(self, call: CallState, arguments: str) -> None:
        """Put the call into the clipboard as JSON, with what is typed."""
        said = replace(call.call, arguments=arguments)
        value = {"name": said.name, "arguments": said.arguments, "id": said.id}
        QGuiApplication.clipboard().setText(json.dumps(value, ensure_ascii=False))
