"""An open session and the tools of it that run by HTTP or as commands: declared, changed, trusted, shown.

Above: `opened`. Below: `finding`, `runners`. Runs nothing.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from studio.engine.edits import EditRefusedError
from studio.messages.toolspec import ToolSpec
from studio.said import said
from studio.session.executors import Executor, Outside
from studio.session.renaming import names_of, with_names
from studio.tools.executor_problem import executor_problem
from studio.workspace import wiring
from studio.workspace.changes import ModeChanged
from studio.workspace.finding import FindingSession
from studio.workspace.runners import ExecutorShown, trusted_as
from studio.workspace.taken_name import refuse_server_name, refuse_taken


class Imported(msgspec.Struct, frozen=True):
    """The names of the tools that a file gave, and what it said that was not taken as it stands. Tools that its agents may call may still
    come from another file."""

    names: tuple[str, ...]
    notes: tuple[str, ...] = ()


class EquippedSession(FindingSession):
    """Executors of tools. A changed one is asked for again; what is never trusted never runs."""

    def set_executor(self, name: str, executor: Executor | None) -> None:
        """How the tool `name` runs from now on; None: by its file, or not at all. Trusts nothing. Raises EditRefusedError with
        what is wrong with it."""
        setup = self.state.setup
        if all(tool.name != name for tool in setup.tools):
            raise EditRefusedError(said("There is no tool named {name}.", name=name), said("Declare it first."))
        if executor is not None:
            self._sound(executor)
        others = {known: each for known, each in setup.executors.items() if known != name}
        self.change_setup(executors=others if executor is None else {**others, name: executor})

    def _sound(self, executor: Executor) -> None:
        problem = executor_problem(executor)
        if problem:
            raise EditRefusedError(problem)

    def executor_trust(self, name: str) -> ExecutorShown | None:
        """What to see before trusting how a tool runs, and whether it is trusted; None when it has no executor."""
        executor = self.state.setup.executors.get(name)
        return None if executor is None else self._wired.runners.shown(name, executor)

    def trust_executor(self, name: str, *, for_good: bool = True) -> None:
        """Trust how a tool runs, exactly as it is now; `for_good` remembers it. Raises EditRefusedError when it has no executor."""
        executor = self.state.setup.executors.get(name)
        if not isinstance(executor, Outside):
            raise EditRefusedError(
                said("{name} has nothing to trust: it runs neither by HTTP nor as a command.", name=name)
            )
        self._wired.world.trust(trusted_as(name, executor), for_good=for_good)
        self.tell(ModeChanged())

    def untrusted_executors(self) -> tuple[str, ...]:
        """The tools whose executor waits for trust, in their order; an agent needs none, its tools do."""
        setup, world = self.state.setup, self._wired.world
        named = ((tool.name, setup.executors.get(tool.name)) for tool in setup.tools)
        return tuple(
            name for name, each in named if isinstance(each, Outside) and not world.trusts(trusted_as(name, each))
        )

    def add_declared(self, path: Path) -> tuple[str, ...]:
        """The same as `import_tools`; only the names."""
        return self.import_tools(path).names

    def import_tools(self, path: Path, names: Mapping[str, str] | None = None) -> Imported:
        """Offer the tools of a JSON file, ours that says how they run or a list of another program, in the place of those that it
        gave before. `names` gives tools another name than their file does; names that were given earlier stay. Trusts nothing. Raises
        DeclaredFileError or DeclarationsError with the place that is wrong, TakenNameError, TakenSourceError."""
        refuse_server_name(self.state.setup, path.name)
        found = wiring.declared_tools(path)
        specs = self._named(path.name, found.specs, names or {})
        setup = self.state.setup
        own = {spec.own_name or spec.name: spec.name for spec in specs}
        old = {tool.name for tool in setup.tools if tool.source == path.name}
        tools = (*(tool for tool in setup.tools if tool.name not in old), *specs)
        others = {name: each for name, each in setup.executors.items() if name not in old}
        fresh = {own[name]: each for name, each in found.executors.items()}
        self.change_setup(tools=tools, executors={**others, **fresh})
        return Imported(tuple(spec.name for spec in specs), found.notes)

    def _named(self, source: str, specs: Sequence[ToolSpec], names: Mapping[str, str]) -> tuple[ToolSpec, ...]:
        """The tools of a source under the names that they have here. Raises TakenNameError, and EditRefusedError for a name of `names`
        that is none of theirs."""
        setup = self.state.setup
        unknown = next((name for name in names if all(spec.name != name for spec in specs)), None)
        if unknown is not None:
            raise EditRefusedError(said("{source} has no tool named {unknown}.", source=source, unknown=unknown))
        made = with_names(specs, {**names_of(setup, source), **names})
        refuse_taken(setup.tools, made, source)
        return made
