"""What is open, and the one door to it for both fronts: new sessions, files, replays, the demo, profiles.

Above: `gui`, `cli`. Below: `opened`, `opening`, `world`, `store`.
"""

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from studio import paths
from studio.late import Late
from studio.problems import StudioError
from studio.store.settings import Settings, SettingsError, SettingsFile
from studio.tasks import spawn
from studio.workspace.kept_in import KeptIn
from studio.workspace.long_opening import LongOpening, Waiting, nobody_waits

if TYPE_CHECKING:
    from studio.engine import volatile
    from studio.messages import message
    from studio.responders.profiles import Profile
    from studio.session import replay_rules
    from studio.session import setup as setups
    from studio.session.replay_rules import ReplayRules
    from studio.session.setup import ResponderChoice, Setup
    from studio.store import session_file, shelf
    from studio.store.shelved import Shelved
    from studio.workspace import damage_words, damaged_line, demo, opening, recent_sessions, samples
    from studio.workspace import preferences as preferred
    from studio.workspace import templates as templates_
    from studio.workspace import world as worlds
    from studio.workspace.opened import OpenedSession
    from studio.workspace.prices import Prices
    from studio.workspace.services import ModelMode, ToolsMode

    RecentSession = Shelved
else:
    demo = Late("studio.workspace.demo")
    message = Late("studio.messages.message")
    preferred = Late("studio.workspace.preferences")
    replay_rules = Late("studio.session.replay_rules")
    setups = Late("studio.session.setup")
    shelf = Late("studio.store.shelf")
    worlds = Late("studio.workspace.world")
    damage_words = Late("studio.workspace.damage_words")
    damaged_line = Late("studio.workspace.damaged_line")
    opening = Late("studio.workspace.opening")
    recent_sessions = Late("studio.workspace.recent_sessions")
    samples = Late("studio.workspace.samples")
    templates_ = Late("studio.workspace.templates")
    session_file = Late("studio.store.session_file")
    volatile = Late("studio.engine.volatile")

LONG = 200_000
"""Bytes of a file beyond which it is read in a thread: some 30 ms."""


class Workspace:
    """One run of the program. `data` and `config` are folders; `retries` is how often a failed request is sent again by itself
    in the sessions that are opened from then on; `stops`: a person is there, so that a strategy that nobody chose stops, and the
    settings say how often is sent again."""

    def __init__(
        self,
        data: Path | None = None,
        config: Path | None = None,
        environ: Mapping[str, str] = os.environ,
        retries: int = 0,
    ) -> None:
        self._settings = SettingsFile(config or paths.config_folder())
        self.kept_in = KeptIn(self._settings, (data or paths.data_folder()) / "sessions")
        self._environ = environ
        self.open_sessions: list[OpenedSession] = []
        self._endings: dict[OpenedSession, asyncio.Task[None]] = {}
        self._openings: dict[Path, LongOpening] = {}
        self.retries = retries
        self.stops = False

    @cached_property
    def world(self) -> "worlds.World":
        """What all open sessions share."""
        made = worlds.World(self._settings, self.kept_in.usual, self._environ)
        made.stops_by_default = self.stops
        return made

    @property
    def settings(self) -> Settings:
        """The person's settings; call `save_settings` after a change."""
        return self._settings.values

    @property
    def prices(self) -> "Prices":
        """What models cost and how much they read."""
        return self.world.prices

    @property
    def settings_path(self) -> Path:
        """Where the settings lie."""
        return self._settings.path

    @property
    def settings_problem(self) -> str:
        """A sentence when the settings file could not be read; empty when all is well."""
        return self._settings.problem

    def blanked(self, text: str) -> str:
        """A text without the secrets of this run."""
        return self.world.redactor.text(text)

    def save_settings(self) -> None:
        """Write the settings. Raises SettingsError."""
        self._settings.save()

    @cached_property
    def preferences(self) -> "preferred.Preferences":
        """What the person set that the core goes by."""
        return preferred.Preferences(self._settings, lambda: self.world, lambda: self.open_sessions)

    @property
    def _again(self) -> int:
        """How often a session that is opened now sends a failed request again: where a person decides, as they like it."""
        return self.settings.running.retries if self.stops else self.retries

    @property
    def profiles(self) -> "list[Profile]":
        """The model profiles."""
        return self.world.profiles

    def save_profile(self, profile: "Profile") -> None:
        """Add or replace a profile."""
        self.world.keep(profile)

    def remove_profile(self, name: str) -> None:
        """Remove a profile; its stored key stays in the keyring until it is removed there."""
        self.world.drop(name)

    def set_key(self, profile: "Profile", key: str) -> None:
        """Keep a profile's key in the system's keyring. Raises KeyringError."""
        self.world.store_key(profile, key)

    def key_state(self, profile: "Profile") -> str:
        """`environment`, `stored`, `missing`, or `none` when the profile names no key."""
        return self.world.key_state(profile)

    @cached_property
    def templates(self) -> "templates_.Templates":
        """What new sessions begin with."""
        return templates_.Templates(self._settings)

    @cached_property
    def shelves(self) -> "recent_sessions.RecentSessions":
        """What can be opened again."""
        return recent_sessions.RecentSessions(
            self._settings, self.kept_in.usual, lambda: {str(session.path) for session in self.open_sessions}
        )

    def recent(self) -> "list[Shelved]":
        """The recent sessions, pinned ones first, then the newest, as far as they are known at once; files that are gone are missing."""
        return self.shelves.now()

    def forget(self, path: Path) -> None:
        """Take a session off the recent ones; the file stays."""
        self.shelves.forget(path)

    def left_open(self) -> "list[Shelved]":
        """Sessions that were open when their program ended without closing them."""
        return self.shelves.left_open()

    def leave_closed(self, path: Path) -> None:
        """Mark a session that was left open as closed, unread. Raises SessionFileError."""
        opening.mark_closed(path)

    def new(
        self,
        title: str = "",
        responder: "ResponderChoice | None" = None,
        setup: "Setup | None" = None,
        path: Path | None = None,
        *,
        source: str = "",
        remember: bool = True,
    ) -> "OpenedSession":
        """A new session, in the data folder when no `path` is given. `setup` gives all settings, `responder` who answers; `remember` puts
        it among the recent ones."""
        where = path.absolute() if path else shelf.new_path(self.kept_in.now, title)
        made = opening.create(self.world, where, session_file.new_header(title, source), self._again)
        start = setup or setups.Setup(responder=responder or setups.ResponderChoice(), params=self._params(responder))
        start = self.preferences.begun(start) if setup is None and self.stops else start
        made.change_setup(**{name: getattr(start, name) for name in setups.SETTINGS})
        made.model_mode = start.responder.kind
        return self._opened(made, remember=remember)

    def _params(self, responder: "ResponderChoice | None") -> dict[str, object]:
        profile = self.world.profile(responder.profile) if responder is not None else None
        return dict(profile.params) if profile is not None else {}

    def choice(self, profile: "Profile") -> "ResponderChoice":
        """How a session names a profile; keys in the address are blanked."""
        url = self.world.redactor.url(profile.base_url)
        names = (profile.name, profile.dialect, url, profile.model)
        return setups.ResponderChoice("live", *names, stream=profile.stream, calls=profile.calls)

    async def demo(self, path: Path | None = None) -> "OpenedSession":
        """The bundled demo: a scripted model and harmless tools, stopped before its first request. No key, no network."""
        made = self.new(demo.TITLE, setup=demo.setup(), path=path)
        made.model_mode = "scripted"
        try:
            made.trust(made.fingerprint(demo.tools_path()), for_good=False)
            await made.add_tools(demo.tools_path())
            made.add_message(message.user(demo.message()))
        except BaseException:
            await self.close_session(made)
            raise
        return made

    def sample(self, id: str) -> "OpenedSession":
        """A copy of a bundled sample session, where it stood. Its tools are the demo's, and as harmless. Raises SessionFileError."""
        made = self.open(samples.copy(id, self.kept_in.now))
        made.trust(made.fingerprint(demo.tools_path()), for_good=False)
        return made

    def open(self, path: Path, *, remember: bool = True) -> "OpenedSession":
        """A session file, where it stood. Opening runs nothing; trusted tools start with their first call. `remember` puts it among the
        recent ones. Raises SessionFileError."""
        known = self._known(path.absolute())
        if known is not None:
            return known
        return self._opened(opening.open_file(self.world, path.absolute(), self._again), remember=remember)

    def _known(self, path: Path) -> "OpenedSession | None":
        """The open session of a file, by whichever of its names; one that is only looked at is none."""
        opened = (session for session in self.open_sessions if session.read_only != damage_words.LOOKED_AT)
        return next((session for session in opened if _are_same(session.path, path)), None)

    async def open_aside(
        self, path: Path, *, remember: bool = True, told: Callable[[float], object] = lambda _fraction: None
    ) -> "OpenedSession":
        """The same; a long file is read in a thread, so that whoever waits can do other things. `told` hears there how far it is, from 0
        to 1. When all who wait are cancelled it stays closed, unchanged. Raises SessionFileError."""
        whole = path.absolute()  # noqa: ASYNC240 - reads no file
        if self._known(whole) is not None or not _is_long(whole):
            return self.open(whole, remember=remember)
        known = self._openings.get(whole)
        if known is not None and not known.is_wanted:  # it was cut short, and lets go of the file first
            await asyncio.wait([known.task])
            return await self.open_aside(whole, remember=remember, told=told)
        if known is None:
            self._openings[whole] = LongOpening(whole.name, lambda one: self._open_long(one, whole, remember))
        return await self._openings[whole].wait(told)

    async def _open_long(self, one: LongOpening, path: Path, remember: bool) -> "OpenedSession | StudioError":
        try:
            made = await asyncio.to_thread(opening.open_ahead, self.world, path, self._again, one.told)
            if one.is_wanted:
                return self._opened(made, remember=remember)
            await made.close()
            return nobody_waits()
        except StudioError as error:  # for whoever waits
            return error
        finally:
            del self._openings[path]

    async def replay_aside(
        self,
        path: Path,
        *,
        branch: str | None = None,
        model: "ModelMode" = "recorded",
        tools: "ToolsMode" = "recorded",
        rules: "ReplayRules | None" = None,
        told: Callable[[float], object] = lambda _fraction: None,
    ) -> "OpenedSession":
        """The same as `replay`, with a long recording read in a thread; `told` hears there how far it is. Raises as that does."""
        source = await self._recording_aside(path, branch, told) if _is_long(path) else None
        return self.replay(path, branch=branch, source=source, model=model, tools=tools, rules=rules)

    async def _recording_aside(
        self, path: Path, branch: str | None, told: Callable[[float], object]
    ) -> "opening.Source":
        """What was recorded. The thread ends, too, when the one who waits is cancelled."""
        waits = Waiting(told)
        try:
            return await asyncio.to_thread(opening.recording, path, branch, told=waits.told)
        finally:
            waits.over = True

    def look(self, path: Path) -> "OpenedSession":
        """A session file that is only read, also while another program writes it; no recent session. Raises SessionFileError."""
        return self._opened(opening.look(self.world, path.absolute()), remember=False)

    async def look_aside(self, path: Path) -> "OpenedSession":
        """The same, read in a thread. Raises SessionFileError."""
        whole = path.absolute()  # noqa: ASYNC240 - reads no file
        return self._opened(await asyncio.to_thread(opening.look, self.world, whole), remember=False)

    async def damaged_line(self, session: "OpenedSession", number: int) -> str:
        """A line of the file of a session as it stands there, without the secrets of this run. Raises SessionFileError."""
        return session.blanked(await asyncio.to_thread(damaged_line.damaged_line, session.path, number))

    def replay(
        self,
        path: Path,
        *,
        branch: str | None = None,
        source: "opening.Source | None" = None,
        model: "ModelMode" = "recorded",
        tools: "ToolsMode" = "recorded",
        rules: "ReplayRules | None" = None,
        into: Path | None = None,
        remember: bool = True,
    ) -> "OpenedSession":
        """A new session that goes along a recorded one, by `rules`: its branch of the head, or the named one; `source` is that, where
        it was read already. `remember` puts it among the recent ones. Raises SessionFileError, or VolatilePathError for a path of the
        rules that is none."""
        rules = rules or replay_rules.ReplayRules()
        for place in rules.volatile:
            volatile.check_path(place)
        source = source or opening.recording(path, branch)
        title = f"Replay: {source.title}"
        where = into.absolute() if into else shelf.new_path(self.kept_in.now, title)
        header = session_file.new_header(title, str(path.absolute()), source.recording.leaf, rules)
        made = opening.create(self.world, where, header, self._again)
        opening.follow(made, source.recording, model, tools, rules)
        return self._opened(made, remember=remember)

    def recorded_tools(self, path: Path, branch: str | None = None) -> tuple[str, ...]:
        """The names of the tools that were called on a branch of a recorded session, else on that of its head. Only reads it. Raises
        SessionFileError."""
        return opening.recorded_tools(path, branch)

    def recorded_branches(self, path: Path) -> tuple[tuple[str, ...], str]:
        """The names of the branches of a recorded session, and that of its head. Only reads it. Raises SessionFileError."""
        return opening.recorded_branches(path)

    def _opened(self, session: "OpenedSession", *, remember: bool = True) -> "OpenedSession":
        self.open_sessions.append(session)
        if remember:
            self.world.remember(session.path)
        return session

    async def close_session(self, session: "OpenedSession") -> None:
        """Close one session. It goes on to its end when the one who waits for it is cancelled, and is done once."""
        if session in self.open_sessions:
            self.open_sessions.remove(session)
            self._endings[session] = spawn(self._end(session), name="end a session")
        if session in self._endings:
            await asyncio.shield(self._endings[session])

    async def _end(self, session: "OpenedSession") -> None:
        if session.state.setup.servers:
            self.templates.keep_servers(session.state.setup.servers)
        try:
            await session.close()
        finally:
            del self._endings[session]
        if not paths.is_there(session.path) and str(session.path) in self.settings.recent:
            with suppress(SettingsError):
                self.forget(session.path)

    async def let_go(self, path: Path) -> None:
        """Wait until a session of this file (an absolute path) that is being closed has let go of it."""
        for session in tuple(self._endings):
            if _are_same(session.path, path):
                await self.close_session(session)

    async def close(self) -> None:
        """Close everything."""
        await asyncio.gather(*(one.task for one in self._openings.values()), return_exceptions=True)
        for session in (*self.open_sessions, *self._endings):
            await self.close_session(session)
        if "world" in self.__dict__:
            await self.world.close()


def _is_long(path: Path) -> bool:
    """Whether reading a file takes longer than anybody waits for."""
    try:
        return path.stat().st_size > LONG
    except (OSError, ValueError):  # ValueError: a name that no file can have
        return False


def _are_same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file: by a link, or with `..` in it."""
    try:
        return one == other or one.samefile(other)
    except (OSError, ValueError):
        return False
