"""An open session and which of its tools the next request offers: pinned, in groups, by sources; their names; what they cost.

Above: `opened`. Below: `declared`, `engine/offering`, `session/renaming`. Runs nothing and asks nobody.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from studio.checks.group_rules import rule_problem
from studio.engine.due import AwaitPerson, Finished
from studio.engine.edits import EditRefusedError
from studio.engine.offering import Offering, offering, open_groups
from studio.messages.tokens import tool_tokens
from studio.messages.toolspec import ToolSpec
from studio.said import Sentence, said
from studio.session.events import GroupsChosen
from studio.session.renaming import policy_differs, renamed
from studio.session.setup import Setup
from studio.session.toolbox import ByHand, Chooser, ToolGroup, ToolSource
from studio.workspace.declared import DeclaringSession
from studio.workspace.not_offered import can_offer, not_offered
from studio.workspace.taken_name import TakenNameError


class ToolboxSession(DeclaringSession):
    """The toolbox. Each verb is one event; each raises EditRefusedError when it cannot be done."""

    def offering(self) -> Offering:
        """What the next request offers and why, and why not the other tools."""
        return offering(self.state)

    def tool_tokens(self) -> dict[str, int]:
        """What each known tool's declaration costs, as estimated; the program's own tools, too. By name."""
        setup = self.state.setup
        return {tool.name: _tokens(self._counted, tool) for tool in (*setup.own_tools, *setup.tools)}

    @cached_property
    def _counted(self) -> dict[int, tuple[ToolSpec, int]]:
        """The declarations whose tokens were counted, by their ids."""
        return {}

    def offered_tokens(self) -> int:
        """The sum over the tools that the next request offers."""
        tokens = self.tool_tokens()
        return sum(tokens.get(name, 0) for name in self.offering().names)

    def pin(self, name: str) -> None:
        """Offer a tool in any case, unless it is off or denied."""
        self._known_tool(name)
        if name not in self.state.setup.pinned:
            self.change_setup(pinned=(*self.state.setup.pinned, name))

    def why_not_offered(self, name: str) -> Sentence | None:
        """Why a tool of the session was not offered in this turn; None where it was, or where there is none of that name."""
        return not_offered(self.state, name)

    def can_offer(self, name: str) -> bool:
        """Whether `offer` would let the tool in."""
        return can_offer(self.state, name)

    def offer(self, name: str) -> None:
        """Offer a tool that was not, from now on: switched on where it was off, and pinned where tools are chosen. A call of it that is
        open can run then."""
        self._known_tool(name)
        setup = self.state.setup
        off = tuple(other for other in setup.off if other != name)
        chosen = setup.offered is not None or setup.chooses
        pinned = (*setup.pinned, name) if chosen and name not in setup.pinned else setup.pinned
        self.change_setup(off=off, pinned=pinned)

    def unpin(self, name: str) -> None:
        """Offer a tool again only as groups, search, sources and skills let it in."""
        self.change_setup(pinned=tuple(other for other in self.state.setup.pinned if other != name))

    def open_group(self, name: str, opened: bool) -> None:
        """Open or close a group. One that is opened by hand stays as it is switched; any other is opened for this turn, where its rule
        does not open it, and stays closed until it is opened again. The rule is not changed."""
        group = next((group for group in self.state.setup.groups if group.name == name), None)
        if group is None:
            raise EditRefusedError(said("There is no group named {name}.", name=name))
        rule = ByHand(opened) if isinstance(group.rule, ByHand) else group.rule
        changed = replace(group, rule=rule, on=opened or isinstance(rule, ByHand))
        for_turn = opened and not self._opens(changed)
        if for_turn and isinstance(self.due, AwaitPerson | Finished):
            raise EditRefusedError(
                said("A group is opened by its rule, or for a turn."),
                said("Write the message first, or give the group the rule that you open it by hand."),
            )
        with self.one_step():
            self._put_group(changed)
            if for_turn:
                self.journal.append(GroupsChosen(groups=(name,)))

    def _opens(self, group: ToolGroup) -> bool:
        """Whether the group would be open for the next request."""
        alone = replace(self.state.setup, groups=(group,))
        return bool(open_groups(replace(self.state, setup=alone))[0])

    def _put_group(self, group: ToolGroup) -> None:
        groups = self.state.setup.groups
        self.change_setup(groups=tuple(group if old.name == group.name else old for old in groups))

    def set_groups(
        self,
        groups: Sequence[ToolGroup],
        sources: Sequence[ToolSource] | None = None,
        chooser: Chooser | None = None,
    ) -> None:
        """Use these groups; the sources and the chooser where they are given. A name twice, or a rule that cannot be read, is refused."""
        for of_what, names in (
            (said("groups"), [group.name for group in groups]),
            (said("sources"), [source.name for source in sources or ()]),
        ):
            _refuse_names(of_what, names)
        wrong = next(((group.name, wrong_rule) for group in groups if (wrong_rule := rule_problem(group.rule))), None)
        if wrong is not None:
            raise EditRefusedError(said("The rule of the group {group}: {why}", group=wrong[0], why=wrong[1]))
        setup = self.state.setup
        self.change_setup(
            groups=tuple(groups),
            sources=setup.sources if sources is None else tuple(sources),
            chooser=chooser or setup.chooser,
        )

    def add_source(self, path: Path, function: str, tools: Sequence[str] = (), *, name: str = "") -> None:
        """Ask a function of a tools file before each request which tools to offer, once the file is trusted. Where the file offers the
        function as a tool, that one is switched off. `tools` are offered only when a source names them."""
        setup = self.state.setup
        source = ToolSource(name or function, str(path.absolute()), function, tuple(tools))
        _refuse_names("sources", [source.name, *(old.name for old in setup.sources)])
        self.change_toolbox(sources=(*setup.sources, source))

    def change_toolbox(self, **changed: Any) -> None:
        """Change members of the settings in one step. A function that becomes a source is no longer offered as a tool."""
        setup = self.state.setup
        known = {(source.file, source.function) for source in setup.sources}
        fresh = [each for each in changed.get("sources", ()) if (each.file, each.function) not in known]
        as_tool = [tool.name for tool in setup.tools if any(_is_function(tool, each) for each in fresh)]
        off = (*setup.off, *(tool for tool in as_tool if tool not in setup.off))
        self.change_setup(**changed, **({"off": off} if off != setup.off else {}))

    def set_context(self, **values: Any) -> None:
        """Give context values, such as role="admin", that rules of groups ask for; None takes one away."""
        kept = {**self.state.setup.context, **values}
        self.change_setup(context={name: value for name, value in kept.items() if value is not None})

    def rename_tool(self, name: str, new: str) -> None:
        """Give a tool another name, everywhere in the settings; its file or endpoint goes on knowing it by its own. Refused when the name
        is taken, a call of it is open, or a policy's pattern would treat it otherwise. Raises TakenNameError, EditRefusedError."""
        tool, new, setup = self._known_tool(name), new.strip(), self.state.setup
        if self.state.outer is not None:
            raise EditRefusedError(
                said("An agent is at work: its settings are not all of the session."), said("Step out of it first.")
            )
        if not new or new == name:
            raise EditRefusedError(
                said("A tool needs a name.") if not new else said("{name} is its name already.", name=name),
                said("Write another."),
            )
        _refuse_taken(setup, tool, new)
        calls = self.state.open.calls if self.state.open is not None else ()
        if any(call.status != "done" and call.call.name == name for call in calls):
            raise EditRefusedError(said("A call of {name} is open.", name=name), said("Run, mock or reject it first."))
        pattern = policy_differs(setup, name, new)
        if pattern:
            raise EditRefusedError(
                said(
                    "The policy for {pattern} would treat {new} otherwise than {name}.",
                    pattern=pattern,
                    new=new,
                    name=name,
                ),
                said("Change the policy first."),
            )
        shown = self.executor_trust(name)
        self.change_setup(**renamed(setup, name, new))
        if shown is not None and shown.trusted:
            self.trust_executor(new, for_good=False)

    def _known_tool(self, name: str) -> ToolSpec:
        tool = next((tool for tool in self.state.setup.tools if tool.name == name), None)
        if tool is None:
            raise EditRefusedError(said("There is no tool named {name}.", name=name))
        return tool


def _tokens(known: dict[int, tuple[ToolSpec, int]], tool: ToolSpec) -> int:
    """Counted once for each declaration."""
    found = known.get(id(tool))
    if found is None or found[0] is not tool:
        found = known[id(tool)] = tool, tool_tokens(tool)
    return found[1]


def _refuse_names(of_what: str, names: Sequence[str]) -> None:
    twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
    if twice is not None or not all(name.strip() for name in names):
        wrong_names = (
            said("Two {of_what} are named {twice}.", of_what=of_what, twice=twice)
            if twice is not None
            else said("One of the {of_what} has no name.", of_what=of_what)
        )
        raise EditRefusedError(wrong_names, said("Give each a name of its own."))


def _refuse_taken(setup: Setup, tool: ToolSpec, new: str) -> None:
    taken = next((other for other in (*setup.own_tools, *setup.tools) if other.name == new), None)
    if taken is not None:
        raise TakenNameError(new, taken.source, tool.source, renamed=True)


def _is_function(tool: ToolSpec, source: ToolSource) -> bool:
    return tool.source == Path(source.file).name and (tool.own_name or tool.name) == source.function
