"""The services of one session: who answers and who runs tools, by its setup and its two switches.

Above: `opened`. Below: `wiring`, `world`, `engine`. Moves nothing by itself.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from msgspec.structs import replace

from studio.checks.problem import Problem
from studio.checks.rules import Levels
from studio.engine import falling_back
from studio.engine.compose import Composer
from studio.engine.composers import ComposerKey, composer_key, make_composer
from studio.engine.replay import Replay
from studio.engine.services import Checked, Origin, Settled, SourceAnswer
from studio.messages.parts import Call
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.responders.by_hand import ByHandResponder, ReplyWantedError
from studio.responders.responder import Responder
from studio.said import said
from studio.session.events import AgentStarted, Event, GroupsChosen, ResultRecorded, UndoEnded
from studio.session.journal import Cursor
from studio.session.mcp_servers import server_of
from studio.session.nodes import CallKey
from studio.session.own_tools import own
from studio.session.policies import Coercion
from studio.session.setup import Setup, ToolFile
from studio.session.state import CallState, SessionState
from studio.session.toolbox import ToolSource
from studio.tools import strategies
from studio.tools.tool import CallContext, Outcome
from studio.workspace import settling, wiring
from studio.workspace.checked_calls import CheckedCalls
from studio.workspace.own_runner import OwnRunner
from studio.workspace.runners import Runners
from studio.workspace.servers import Servers
from studio.workspace.sources import Sources
from studio.workspace.taken_in import own_name
from studio.workspace.world import World

if TYPE_CHECKING:
    from studio.tools.canned import Canned
    from studio.tools.python_file import PythonTools
    from studio.tools.tools_file import LoadedTools

T = TypeVar("T")
ModelMode = Literal["live", "recorded", "scripted", "by_hand"]
ToolsMode = Literal["live", "recorded"]


class NotReadyError(StudioError):
    """Something is missing that is needed to go on."""


class Wired:
    """The services of one session. `part` gets the bytes of a running reply."""

    def __init__(self, world: World, part: Callable[[bytes], None], session_id: str) -> None:
        self.world = world
        self.replay: Replay | None = None
        self.model_mode: ModelMode = "live"
        self.tools_mode: ToolsMode = "live"
        self.session_id = session_id
        self.runners = Runners(world)
        self.servers = Servers(world)
        self.own = OwnRunner(world)
        self.sources = Sources(world, self._worker_of)
        self.slowed: set[CallKey] = set()
        """Calls that the person lets answer late, once."""
        self.nobody: tuple[str, str] = (said("Nobody is chosen to answer."), said("Choose a model profile."))
        self.writes = False
        """Whether the person writes the replies; else nobody answers while Model is at *by hand*."""
        self.written: ChatReply | None = None
        """The reply that the person wrote for the request that goes now."""
        self._part = part
        self._checked = CheckedCalls(wiring.check_call)
        self._composers: dict[ComposerKey, Composer] = {}
        self._files: dict[ToolFile, PythonTools] = {}
        self._owners: dict[tuple[str, str], PythonTools] = {}

    def origin(self, setup: Setup) -> Origin:  # noqa: ARG002 - the switch decides, not the setup
        """Who answers now."""
        return self.model_mode if self.written is None else "by_hand"

    def composer(self, setup: Setup) -> Composer:
        """The composer of the setup's dialect, for this family of models and this way to tell tools."""
        key = composer_key(setup)
        if key not in self._composers:
            self._composers[key] = make_composer(setup, self.world.redactor.data, self.rules)
        return self._composers[key]

    def rules(self) -> Levels:
        """What the person made of rules of the checks in all sessions."""
        return self.world.settings.values.rules

    def responder(self, setup: Setup) -> Responder:
        """Who answers. Raises NotReadyError with what to do when nobody can, ReplyWantedError when the person has to."""
        if self.model_mode == "recorded" and self.written is None:
            if self.replay is None:
                raise NotReadyError(
                    said("This session has no recording to answer from."), said("Switch Model to live.")
                )
            return self.replay
        if self.replay is not None:
            self.replay.follow()
        if self.written is not None:
            return ByHandResponder(self.written)
        if self.model_mode == "scripted":
            return self._scripted(setup)
        if self.model_mode == "live":
            return self._live(setup)
        if self.writes:
            raise ReplyWantedError(said("The reply is yours to write."))
        raise NotReadyError(*self.nobody)

    def chooser(self, setup: Setup) -> Responder:
        """Who chooses among groups: a live model or a script, as its own setup says. Raises NotReadyError."""
        return self._scripted(setup) if setup.responder.script else self._live(setup, lambda _: None)

    def recorded_choice(self) -> GroupsChosen | None:
        """The recorded choice of groups."""
        return self.replay.choice() if self.replay is not None else None

    async def ask_source(
        self, setup: Setup, source: ToolSource, message: str, history: list[dict[str, Any]]
    ) -> SourceAnswer:
        """Ask a source, or give its recorded answer."""
        if self.runs_tools():
            return await self.sources.ask(setup, source, message, history)
        recorded = self.replay.source(source.name) if self.replay is not None else None
        if recorded is None:
            return SourceAnswer(error=said("The recording holds no answer of this source here."))
        return SourceAnswer(recorded.tools, recorded.error, recorded.seconds)

    def _live(self, setup: Setup, part: Callable[[bytes], None] | None = None) -> Responder:
        profile = self.world.profile(setup.responder.profile)
        if profile is None:
            raise NotReadyError(said("No model is chosen."), said("Choose a model profile, or make one."))
        world, form = self.world, falling_back.text_form(setup.responder)
        return wiring.live_responder(
            profile, world.http(), lambda: world.key(profile), world.redactor, part or self._part, text_form=form
        )

    def _scripted(self, setup: Setup) -> Responder:
        if not setup.responder.script:
            raise NotReadyError(said("This session has no script to answer from."), said("Choose a model profile."))
        return wiring.scripted_responder(setup.responder.script)

    def check(self, spec: ToolSpec, arguments: str, form: str, coercion: Coercion) -> Checked:
        """Look at a call's argument text."""
        return self._checked(spec, arguments, form, coercion)

    def stops_by_default(self) -> bool:
        """The window stops, a command tells the model."""
        return self.world.stops_by_default

    def cost(self, setup: Setup, input: int, output: int) -> float | None:
        """What so many tokens cost with the setup's model."""
        return self.world.prices.cost(setup, input, output)

    def mocked(
        self, setup: Setup, call: CallState, arguments: dict[str, Any], path: Iterable[Event]
    ) -> "Canned | None":
        """What a mock rule answers."""
        slow = call.key in self.slowed
        if not (setup.mocks or slow):
            return None
        return wiring.answer(setup, call, arguments, path, seconds_of(setup, call.call.name), slow=slow)

    def ruled(self, setup: Setup, call: CallState, path: Iterable[Event]) -> "Canned | None":
        """What a mock rule would answer to a call as it stands; None when none does, or the call does not fit its tool."""
        arguments = self.arguments(setup, call) if setup.mocks else None
        return None if arguments is None else self.mocked(setup, call, arguments, path)

    def arguments(self, setup: Setup, call: CallState) -> dict[str, Any] | None:
        """What the tool would get; None when the call does not fit, or the tool is unknown."""
        spec = setup.tool(call.call.name)
        if spec is None:
            return None
        coercion = setup.chosen(spec.name).coercion or setup.coercion
        checked = self.check(spec, call.call.arguments, call.call.form, coercion)
        return None if any(problem.severity == "error" for problem in checked.problems) else checked.value

    def runs_tools(self) -> bool:
        """Whether calls reach real tools."""
        return self.tools_mode == "live"

    def runs(self, tool: str) -> bool:
        """Whether calls of a tool reach it: all do, or this one by the rules of the replay."""
        return self.runs_tools() or (self.replay is not None and self.replay.is_live(tool))

    def seconds(self, key: CallKey, call: Call | None = None) -> float:
        """How long a recorded result is waited for."""
        return self.replay.seconds(key, call) if self.replay is not None else 0.0

    def recorded(self, call: CallState) -> ResultRecorded | AgentStarted | None:
        """The recorded result of a call."""
        return self.replay.result(call.key, call.call) if self.replay is not None else None

    def ends_agent(self, key: CallKey, name: str) -> bool:
        """Whether an agent gives its answer to its caller."""
        return self.runs(name) or self.replay is None or self.replay.ends_agent(key)

    def recorded_undo(self, key: CallKey) -> UndoEnded | None:
        """What came of undoing a call in the recording."""
        return self.replay.undo(key) if self.replay is not None else None

    def between(self, cursor: Cursor) -> None:
        """Do the recorded acts of the person that are due."""
        if self.replay is not None:
            self.replay.between(cursor, results=not self.runs_tools())

    def changes_by_itself(self) -> bool:
        """Always, but along a recording only where the program did it there."""
        return self.replay is None or self.model_mode != "recorded" or self.replay.changed_by_itself

    def sends_anyway(self) -> bool:
        """Only along a recording in which it was sent so."""
        return self.replay is not None and self.replay.sent_anyway

    def ready(self, setup: Setup, spec: ToolSpec) -> str:
        """Why a tool cannot run now; empty when it can."""
        if own(spec) is not None:
            return ""
        if spec.name in setup.executors:
            return self.runners.why_not(spec.name, setup.executors[spec.name])
        server = server_of(setup.servers, spec)
        if server is not None:
            return self.servers.why_not(server)
        if _by_file(spec) in self._owners:
            return ""
        file = file_of(setup, spec)
        if file is None:
            return said("{tool} is only a declaration. Mock it, or type its result.", tool=spec.name)
        try:
            now = ToolFile(file.path, file.interpreter, self.fingerprint(Path(file.path), file.interpreter))
        except StudioError as error:
            return str(error)
        if not self.world.trusts(now):
            return said(
                "{source} is not trusted yet, or it changed since. Review it, or mock the call.", source=spec.source
            )
        return ""

    async def prepare(self, setup: Setup, spec: ToolSpec) -> None:
        """Start the worker or the server of a trusted tool that is not running yet. Raises StudioError when that cannot be; of a server
        that is not needed the model is told."""
        why = self.ready(setup, spec)
        file = file_of(setup, spec)
        if why:
            raise NotReadyError(why)
        if spec.name in setup.executors or own(spec) is not None:
            return
        server = server_of(setup.servers, spec)
        if server is not None:
            await settling.start(self.servers, server)
            return
        if _by_file(spec) not in self._owners and file is not None:
            await self.load(Path(file.path), file.interpreter)
        if _by_file(spec) not in self._owners:
            raise NotReadyError(
                said("{source} has no tool named {tool} any more.", source=spec.source, tool=spec.name),
                said("Reload the file, or mock the call."),
            )

    async def settle(self, state: SessionState) -> Settled:
        """Have the servers ready and their lists known; nothing where calls reach no real tools."""
        return await settling.settle(self.servers, state) if self.runs_tools() else Settled()

    async def run_tool(self, setup: Setup, spec: ToolSpec, arguments: dict[str, Any], context: CallContext) -> Outcome:
        """Run a tool once: by its executor, else in the worker of its file. Secrets of this run are blanked in all that it gives."""
        clean = self.world.redactor.text
        context = replace(
            context,
            session_id=self.session_id,
            memory_id=setup.memory_id or self.session_id,
            idempotency_key=f"{self.session_id}:{context.idempotency_key}",
            on_output=_cleaned(context.on_output, clean),
            on_progress=_cleaned(context.on_progress, clean),
        )
        executor = setup.executors.get(spec.name)
        mine = await self.own.run(setup, spec, arguments, context)
        if mine is not None:
            outcome = mine
        elif executor is not None:
            outcome = await self.runners.run(spec, executor, arguments, context)
        elif (server := server_of(setup.servers, spec)) is not None:
            outcome = await self.servers.call(server, spec.name, own_name(spec), arguments, context)
        else:
            outcome = await self._owners[_by_file(spec)].run(spec.own_name or spec.name, arguments, context)
        return replace(
            outcome,
            text=clean(outcome.text),
            detail=clean(outcome.detail),
            stdout=clean(outcome.stdout),
            stderr=clean(outcome.stderr),
            parts=self.world.redactor.value(outcome.parts),
            structured=self.world.redactor.value(outcome.structured),
        )

    def unknown_tool(self, name: str, sent: Sequence[str]) -> str:
        """What the model is told about an unknown name."""
        return strategies.unknown_tool(name, sent)

    def bad_arguments(self, spec: ToolSpec, problems: Sequence[Problem]) -> str:
        """What the model is told about arguments that do not fit."""
        return strategies.bad_arguments(spec.name, problems)

    def fingerprint(self, path: Path, interpreter: str) -> str:
        """The hash that trust in a tools file is bound to. Runs nothing."""
        return wiring.python_tools(path, interpreter).fingerprint()

    async def load(self, path: Path, interpreter: str) -> tuple[ToolFile, "LoadedTools"]:
        """Import a tools file in its worker; the caller has made sure that it is trusted."""
        tools = wiring.python_tools(path, interpreter)
        file = ToolFile(str(tools.path), interpreter, tools.fingerprint())
        loaded = await tools.load(file.fingerprint)
        old = next((known for known in self._files if known.path == file.path), None)
        if old is not None:
            await self._files.pop(old).close()
        self._files[file] = tools
        self._owners.update({_by_file(spec): tools for spec in loaded.specs})
        return file, loaded

    async def _worker_of(self, file: ToolFile) -> "PythonTools":
        """The worker of a trusted tools file of the session."""
        if file not in self._files:
            await self.load(Path(file.path), file.interpreter)
        return next(tools for known, tools in self._files.items() if known.path == file.path)

    def to_trust(self, setup: Setup) -> tuple[ToolFile, ...]:
        """Tools files of the setup, and files of sources that are asked, that nobody has trusted as they are now."""
        named = {file.path for file in setup.files}
        asked = dict.fromkeys(each.file for each in setup.sources if each.on and each.file not in named)
        files = [file for file in setup.files if not self.usable(file)]
        return (*files, *(file for path in asked if (file := self._untrusted(path)) is not None))

    def _untrusted(self, path: str) -> ToolFile | None:
        """The file of a source, where it waits for trust; one that cannot be read is told when it is asked."""
        try:
            file = ToolFile(path, "", self.fingerprint(Path(path), ""))
        except StudioError:
            return None
        return None if self.world.trusts(file) else file

    def usable(self, file: ToolFile) -> bool:
        """Whether the tools of that file can run: they are loaded, or trusted as they are now."""
        if any(known.path == file.path for known in self._files):
            return True
        try:
            now = self.fingerprint(Path(file.path), file.interpreter)
        except StudioError:
            return False
        return self.world.trusts(ToolFile(file.path, file.interpreter, now))

    async def close(self) -> None:
        """End all workers and servers."""
        try:
            await self.servers.close()
        finally:
            await self.sources.close()
            while self._files:
                await self._files.popitem()[1].close()
            self._owners.clear()


def _cleaned(told: Callable[[T, str], None] | None, clean: Callable[[str], str]) -> Callable[[T, str], None] | None:
    return None if told is None else lambda what, text: told(what, clean(text))


def _by_file(spec: ToolSpec) -> tuple[str, str]:
    """By what a tool is known in its file: the file's name and its own name there."""
    return spec.source, spec.own_name or spec.name


def file_of(setup: Setup, spec: ToolSpec) -> ToolFile | None:
    """The tools file that a tool comes from; None for a mere declaration."""
    return next((file for file in setup.files if Path(file.path).name == spec.source), None)


def seconds_of(setup: Setup, name: str) -> float:
    """How many seconds a call of the tool of that name may take."""
    spec = setup.tool(name)
    return setup.chosen(name).seconds or (spec.seconds if spec is not None else 0) or setup.call_seconds
