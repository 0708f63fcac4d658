"""Tools that run by HTTP or as commands: whether one may run, what trusting it means, and running it.

Above: `services`, `equipped`. Below: `world`, `wiring`. Trust is bound to the whole executor and the name of its tool; a change of
either asks again.
"""

import hashlib
import shutil
from pathlib import Path
from typing import Any, Literal, assert_never

import msgspec

from studio.messages.toolspec import ToolSpec
from studio.said import said
from studio.session.agents import Agent
from studio.session.executors import BODILESS, CommandLine, Executor, HttpEndpoint
from studio.session.setup import ToolFile
from studio.tools import strategies
from studio.tools.executor_problem import executor_problem, has_folder, variables_of
from studio.tools.tool import CallContext, Outcome
from studio.workspace import wiring
from studio.workspace.world import World


class ExecutorShown(msgspec.Struct, frozen=True, kw_only=True):
    """An executor as a person sees it before trusting it. No value that the environment fills in stands here.

    `headers` are names, `env` pairs of a name and the text as it is written; `program` is the file that a command starts, empty
    when it is not found; `variables` are those of the environment that it reads, `unset` the first that is not set; `problem` is
    why it cannot be used at all.
    """

    name: str
    kind: Literal["http", "command", "agent"]
    trusted: bool
    method: str = ""
    url: str = ""
    headers: tuple[str, ...] = ()
    body: str = ""
    template: str = ""
    argv: tuple[str, ...] = ()
    program: str = ""
    folder: str = ""
    env: tuple[tuple[str, str], ...] = ()
    stdin: str = ""
    variables: tuple[str, ...] = ()
    unset: str = ""
    problem: str = ""


def trusted_as(name: str, executor: Executor) -> ToolFile:
    """What trust in an executor is bound to, as the settings keep it."""
    exact = msgspec.json.encode((name, executor), order="sorted")
    return ToolFile(f"tool:{name}", fingerprint=hashlib.sha256(exact).hexdigest())


class Runners:
    """Runs executors of one session."""

    def __init__(self, world: World) -> None:
        self._world = world

    def why_not(self, name: str, executor: Executor) -> str:
        """Why an executor cannot run now; empty when it can. What its variables hold is blanked from here on."""
        problem = executor_problem(executor)
        if problem:
            return said("{name} cannot run: {problem}", name=name, problem=problem)
        if isinstance(executor, Agent):
            return ""
        if not self._world.trusts(trusted_as(name, executor)):
            return said(
                "{name} is not trusted yet, or what it runs changed since. Review it, or mock the call.", name=name
            )
        unset = self._world.variables.missing(variables_of(executor))
        return (
            said(
                "{name} needs the environment variable {variable}, which is not set. Set it, or mock the call.",
                name=name,
                variable=unset,
            )
            if unset
            else ""
        )

    async def run(self, spec: ToolSpec, executor: Executor, arguments: dict[str, Any], context: CallContext) -> Outcome:
        """Run a call once; what is not trusted is not run, whoever asks."""
        why = self.why_not(spec.name, executor)
        if why:
            return Outcome("error", strategies.not_run(spec.name, why))
        assert not isinstance(executor, Agent)  # an agent is run by the engine
        tool = wiring.executor_tool(spec, executor, self._world.http, self._world.variables)
        return await tool.run(arguments, context)

    def shown(self, name: str, executor: Executor) -> ExecutorShown:
        """What a person has to see before trusting an executor."""
        trusted = self._world.trusts(trusted_as(name, executor))
        variables = variables_of(executor)
        unset = next((each for each in variables if not self._world.variables.knows(each)), "")
        made = ExecutorShown(
            name=name,
            kind="http",
            trusted=trusted,
            variables=variables,
            unset=unset,
            problem=executor_problem(executor),
        )
        return self._world.redactor.value(_with_its_own(made, executor))


def _with_its_own(shown: ExecutorShown, executor: Executor) -> ExecutorShown:
    match executor:
        case HttpEndpoint():
            return msgspec.structs.replace(
                shown,
                method=executor.method.upper(),
                url=executor.url,
                headers=tuple(name for name, _ in executor.headers),
                body="none" if executor.method.upper() in BODILESS else executor.body,
                template="" if executor.method.upper() in BODILESS else executor.template,
            )
        case CommandLine():
            return msgspec.structs.replace(
                shown,
                kind="command",
                argv=executor.argv,
                program=_program(executor),
                folder=executor.folder,
                env=tuple(executor.env.items()),
                stdin=executor.stdin,
            )
        case Agent():
            return msgspec.structs.replace(shown, kind="agent", trusted=True)
        case _:
            assert_never(executor)


def _program(command: CommandLine) -> str:
    """The file that a command starts; empty when it is not found, or looked for on a PATH of the command's own."""
    program = command.argv[0] if command.argv else ""
    if not program or "PATH" in command.env:
        return ""
    where = Path(command.folder) / program if command.folder and has_folder(program) else program
    return shutil.which(where) or ""
