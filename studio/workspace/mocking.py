"""An open session as it is mocked: its rules, a fault with one click, a recorded result as a rule, and which rule would answer.

Above: `opened`. Below: `edited_calls`, `tools/canned` through `wiring`. Each change of the rules is one change of the setup,
which can be undone.
"""

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from studio.engine import edits
from studio.messages.parts import Image
from studio.paths import file_bytes
from studio.problems import StudioError
from studio.said import said
from studio.session.events import ResultEdited, ResultRecorded
from studio.session.mocks import MOST_MEDIA, Fault, MockRule, RuleError
from studio.session.nodes import CallKey, NodeId, ResultSource
from studio.session.tree import ROOT
from studio.tools.faults import went_wrong
from studio.tools.new_rules import numbered, recorded_rule
from studio.workspace import wiring
from studio.workspace.edited_calls import EditedCallsSession
from studio.workspace.services import seconds_of

if TYPE_CHECKING:
    from studio.tools.canned import Canned, Look


__all__ = ["Canned", "Look", "MockError", "MockingSession", "Tried"]


_MOST_ANSWERS, _MOST_LOOKED_AT = 20, 300


class MockError(StudioError):
    """What cannot be mocked, or a file of rules that cannot be read or written."""


class Tried(msgspec.Struct, frozen=True):
    """What the rules make of a call: each rule in order with why it does not fit, and what the first fitting one answers. `why` says
    why no rule is asked at all; empty when they are."""

    looks: "tuple[Look, ...]" = ()
    answer: "Canned | None" = None
    why: str = ""


class MockingSession(EditedCallsSession):
    """Mocks. Rules are refused with RuleError (its member and column) when they are saved; none of these verbs runs a tool, but a slow
    fault."""

    def check_mock(self, rule: MockRule) -> MockRule:
        """The rule as it would be saved; saves nothing. Raises RuleError."""
        return self.blanked(wiring.checked_rule(rule))

    def add_mock(self, rule: MockRule, place: int | None = None) -> str:
        """Save a new rule at that place, else after the others. Gives the id that it has from now on."""
        rules = list(self.state.setup.mocks)
        (made,) = self._numbered([self.check_mock(rule)])
        rules.insert(len(rules) if place is None else place, made)
        self.change_setup(mocks=tuple(rules))
        return made.id

    def change_mock(self, id: str, rule: MockRule) -> None:
        """Put a rule in the place of that with the id, which it keeps."""
        at, rules = self._mock(id)
        rules[at] = replace(self.check_mock(rule), id=id)
        self.change_setup(mocks=tuple(rules))

    def remove_mock(self, id: str) -> None:
        """Remove a rule."""
        at, rules = self._mock(id)
        del rules[at]
        self.change_setup(mocks=tuple(rules))

    def move_mock(self, id: str, place: int) -> None:
        """Move a rule to that place, counted from 0 without it; the first fitting rule answers."""
        at, rules = self._mock(id)
        rules.insert(max(0, place), rules.pop(at))
        self.change_setup(mocks=tuple(rules))

    def switch_mock(self, id: str, on: bool) -> None:
        """Turn one rule on or off."""
        self._switch(lambda rule: rule.id == id, on)

    def switch_mocks(self, tool: str, on: bool) -> None:
        """Turn all rules that may answer calls of a tool on or off; `tool` may be the pattern of a rule."""
        self._switch(lambda rule: rule.tool == tool or fnmatchcase(tool, rule.tool), on)

    def _switch(self, chosen: Callable[[MockRule], bool], on: bool) -> None:
        rules = self.state.setup.mocks
        self.change_setup(mocks=tuple(replace(rule, on=on) if chosen(rule) else rule for rule in rules))

    def _mock(self, id: str) -> tuple[int, list[MockRule]]:
        rules = list(self.state.setup.mocks)
        at = next((at for at, rule in enumerate(rules) if rule.id == id), None)
        if at is None:
            raise MockError(
                said("This rule is not there any more."), said("It was removed, or the session went back to before it.")
            )
        return at, rules

    def _numbered(self, rules: Sequence[MockRule]) -> tuple[MockRule, ...]:
        """With ids that no rule of this session ever had: they are named after the event that brings them."""
        return numbered(rules, (rule.id for rule in self.state.setup.mocks), f"m{self.tree.last + 1}")

    @property
    def idle_mocks(self) -> tuple[MockRule, ...]:
        """The rules whose name or pattern no tool of the session has."""
        setup = self.state.setup
        return tuple(rule for rule in setup.mocks if not any(fnmatchcase(tool.name, rule.tool) for tool in setup.tools))

    def import_mocks(self, path: Path, *, first: bool = False) -> int:
        """Add the rules of a file, after the others or before them; how many. Raises RuleError with the place in the file, MockError."""
        try:
            text = file_bytes(path)
        except OSError as error:
            raise MockError(said("{file} cannot be read: {why}.", file=path.name, why=error.strerror)) from error
        try:
            rules = wiring.read_rules(text)
        except RuleError as error:
            sentence = said("{file}: {why}", file=path.name, why=error.said)
            raise RuleError(sentence, error.advice, error.member, error.column, error.repair) from error
        old, new = self.state.setup.mocks, self._numbered(self.blanked(rules))
        self.change_setup(mocks=(*new, *old) if first else (*old, *new))
        return len(new)

    def export_mocks(self, path: Path) -> None:
        """Write the rules to a file; secrets of this run are blanked. Raises MockError."""
        text = wiring.write_rules(self.blanked(self.state.setup.mocks))
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise MockError(said("{file} cannot be written: {why}.", file=path.name, why=error.strerror)) from error

    def rule_from(self, node: NodeId) -> MockRule:
        """A rule that gives the result recorded (or edited) at `node` again, to calls with the same arguments; it is not saved.
        Raises MockError."""
        event, state = self.tree.event(node), self.tree.state(node)
        call = state.call(event.call) if isinstance(event, ResultRecorded | ResultEdited) else None
        result = call.result if call is not None else None
        if call is None or result is None or result.source in ("rejected", "refused"):
            raise MockError(said("There is no result of a tool here."), said("Choose a result that a tool gave."))
        arguments = self._wired.arguments(state.setup, call)
        if arguments is None:
            raise MockError(
                said("The arguments of this call do not fit its tool."), said("No rule is asked for such a call.")
            )
        recorded = self.tree.event(result.event)
        whole = recorded.whole if isinstance(recorded, ResultRecorded) and not result.edited else ""
        text = whole or result.text
        return recorded_rule(call.call.name, arguments, text, is_error=result.is_error, media=_fitting(result.media))

    def recorded_answers(self, pattern: str) -> tuple[MockRule, ...]:
        """The results on the way here that tools of a name or pattern gave, each as the rule that would give it again, the newest first."""
        made: list[MockRule] = []
        node, left = self.head, _MOST_LOOKED_AT
        while node != ROOT and left and len(made) < _MOST_ANSWERS:
            event = self.tree.event(node) if self.tree.kind(node) == "result" else None
            left -= event is not None
            if isinstance(event, ResultRecorded) and event.source in ("ran", "recorded"):
                made += self._given_by(node, event, pattern)
            node = self.tree.parent(node)
        return tuple(made)

    def _given_by(self, node: NodeId, event: ResultRecorded, pattern: str) -> list[MockRule]:
        call = self.tree.state(node).call(event.call)
        if call is None or not fnmatchcase(call.call.name, pattern):
            return []
        try:
            return [self.rule_from(node)]
        except MockError:
            return []

    def which_rule(self, key: CallKey, rules: Sequence[MockRule] | None = None) -> Tried:
        """Which rule would answer an open call as it stands, and why the others do not; `rules` are tried in place of the saved ones."""
        call, setup = edits.open_call(self.state, key), self.state.setup
        if setup.tool(call.call.name) is None:
            return Tried(why="unknown_tool")
        arguments = self._wired.arguments(setup, call)
        if arguments is None:
            return Tried(why="bad_arguments")
        setup = setup if rules is None else replace(setup, mocks=tuple(rules))
        events = tuple(self.tree.events(self.head))
        looks = wiring.looks(setup, call, arguments, events)
        return Tried(looks, self._wired.mocked(setup, call, arguments, events))

    async def fault(self, key: CallKey, kind: Fault) -> None:
        """Let a call go wrong in this way; the tool does not run. Only a slow call does: with what it would give anyhow, ten seconds
        later."""
        if kind in ("", "slow"):
            await self._run_slowly(key, slow=kind == "slow")
            return
        call = edits.open_call(self.state, key)
        self._not_running(key)
        text, status = went_wrong(kind, call.call.name, "", "ok", seconds_of(self.state.setup, call.call.name))
        source: ResultSource = "by_hand" if call.status == "started" else "mock"
        given = edits.give_result(self.state, key, source, text, is_error=status != "ok")
        self.journal.append(replace(given, status=status, fault=kind))

    async def _run_slowly(self, key: CallKey, *, slow: bool) -> None:
        if slow:
            self._wired.slowed.add(key)
        try:
            await self.run_call(key)
        finally:
            self._wired.slowed.discard(key)


def _fitting(media: tuple[Image, ...]) -> tuple[Image, ...]:
    """The pictures of a result, where a rule has room for them."""
    return media if sum(len(picture.url) for picture in media) <= MOST_MEDIA else ()
