"""An open session and the tools that are only declared: by hand, or imported from the lists of other programs; and any tool as sent.

Above: `opened`. Below: `equipped`, `interop` through `wiring`, `dialects/tool_shaping`. Runs nothing: calls of such tools are mocked, or
answered by the person.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from studio.dialects.tool_shape_values import Shaped, Target
from studio.engine.edits import EditRefusedError
from studio.messages.toolspec import ToolSpec
from studio.said import said
from studio.session.executors import Executor
from studio.session.mcp_servers import server_of
from studio.workspace import wiring
from studio.workspace.equipped import EquippedSession
from studio.workspace.services import file_of
from studio.workspace.taken_name import TakenNameError

if TYPE_CHECKING:
    from studio.interop.declarations import Declarations


class DeclaringSession(EquippedSession):
    """Declarations. Each change is one change of the setup; a name that another source has is refused, with both sources named."""

    def declare(self, spec: ToolSpec, executor: Executor | None = None) -> None:
        """Declare a tool, in the place of the one that the same source declared under this name. `executor` says how it runs;
        None leaves that as it is. Raises TakenNameError, EditRefusedError."""
        if not spec.name.strip():
            raise EditRefusedError(said("A tool needs a name."), said("Write one."))
        self._free(spec)
        if executor is not None:
            self._sound(executor)
        self._put((spec,), {} if executor is None else {spec.name: executor})

    def declare_all(self, specs: Sequence[ToolSpec], *, replacing: bool = False) -> None:
        """Declare several tools at once. With `replacing` they take the place of any declarations of their names, but never that of
        a tool that runs. Raises TakenNameError, and then none is declared."""
        for spec in specs:
            self._free(spec, replacing=replacing)
        self._put(tuple(specs), {})

    def runs(self, name: str) -> bool:
        """Whether the session has a tool of that name that a file, a server or an executor runs, so that no mere declaration takes its
        place."""
        setup = self.state.setup
        found = next((tool for tool in setup.tools if tool.name == name), None)
        if found is None:
            return False
        served = server_of(setup.servers, found) is not None
        return served or file_of(setup, found) is not None or name in setup.executors

    def undeclare(self, name: str) -> None:
        """Take a declared tool out of the session, and all that was chosen for it. Raises EditRefusedError when a file or a server gives
        it."""
        setup = self.state.setup
        tool = next((tool for tool in setup.tools if tool.name == name), None)
        if tool is None:
            raise EditRefusedError(said("There is no tool named {name}.", name=name))
        if file_of(setup, tool) is not None:
            raise EditRefusedError(
                said("{source} gives the tool {name}.", source=tool.source, name=name),
                said("Switch it off, or take it out of the file."),
            )
        if server_of(setup.servers, tool) is not None:
            raise EditRefusedError(
                said("The MCP server {source} gives the tool {name}.", source=tool.source, name=name),
                said("Switch it off, or leave it out of what is taken in."),
            )
        self.change_setup(
            tools=tuple(other for other in setup.tools if other.name != name),
            off=tuple(other for other in setup.off if other != name),
            executors={other: one for other, one in setup.executors.items() if other != name},
            choices={other: one for other, one in setup.choices.items() if other != name},
        )

    def read_tools(self, text: str, name: str = "") -> "Declarations":
        """The tools that a list of another program declares; `name` is the file's, empty for what was pasted. Declares nothing.
        Raises DeclarationsError with the place."""
        found = wiring.read_declarations(text.encode("utf-8", "surrogatepass"), name or "The list")
        return found if name else replace(found, specs=tuple(replace(spec, source="") for spec in found.specs))

    def shaped_tool(self, name: str) -> Shaped | None:
        """A tool's schema as it would be sent to this session's provider, with what was changed and why it cannot be sent or not be
        strict; None when there is no such tool."""
        tool = next((tool for tool in self.state.setup.tools if tool.name == name), None)
        return None if tool is None else self.shaped(tool)

    def shaped(self, spec: ToolSpec) -> Shaped:
        """The same of a tool that is not declared (yet)."""
        setup = self.state.setup
        shaping = self._wired.composer(setup).shaping
        return Shaped(spec.parameters) if shaping is None else shaping.shaped(spec, strict=setup.strict)

    @property
    def schema_target(self) -> Target | None:
        """Who takes the declarations of the next request; None where tools are told as text."""
        shaping = self._wired.composer(self.state.setup).shaping
        return None if shaping is None else shaping.target

    def _free(self, spec: ToolSpec, *, replacing: bool = False) -> None:
        setup = self.state.setup
        old = next((tool for tool in setup.tools if tool.name == spec.name), None)
        if old is None or old.source == spec.source or (replacing and not self.runs(old.name)):
            return
        raise TakenNameError(spec.name, old.source, spec.source)

    def _put(self, specs: tuple[ToolSpec, ...], executors: dict[str, Executor]) -> None:
        setup = self.state.setup
        fresh = {spec.name: spec for spec in specs}
        kept = tuple(fresh.pop(old.name, old) for old in setup.tools)
        self.change_setup(tools=(*kept, *fresh.values()), executors={**setup.executors, **executors})
