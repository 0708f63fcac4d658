"""An open session as a replay of another one: by which rules, along which file, and what it missed.

Above: `opened`. Below: `seen`, `engine/replay`. Changes nothing but who takes a recorded reply that differs.
"""

from pathlib import Path

from studio.engine.missing import Miss
from studio.engine.recording import Recording
from studio.engine.replay import Replay
from studio.session.notes import Stopped
from studio.session.replay_rules import ReplayRules
from studio.workspace.seen import SeenSession


class ReplayingSession(SeenSession):
    """A session that may go along a recording."""

    def replay(self, replay: Replay, *, begun: bool = False) -> None:
        """Go along a recording from here on. Unless it was `begun`, what the person did before its first request is done at once."""
        self._wired.replay = replay
        if not begun:
            replay.between(self.journal.cursor, results=not self._wired.runs_tools())

    def accept_difference(self) -> None:
        """In a replay: take the recorded reply although the request differs, this once."""
        if self._wired.replay is not None:
            self._wired.replay.accept()

    @property
    def replay_rules(self) -> ReplayRules:
        """How the recording is gone along."""
        return self._wired.replay.rules if self._wired.replay is not None else ReplayRules()

    @property
    def live_tools(self) -> tuple[str, ...]:
        """The tools of the session that run by the rules of the replay although the recording gives the results of all others."""
        rules = self.replay_rules
        return tuple(tool.name for tool in self.state.setup.tools if rules.runs(tool.name)) if rules.live else ()

    @property
    def recording(self) -> Recording | None:
        """What is gone along, as it was read when this was opened; None where this is no replay, or its recording is not there."""
        return self._wired.replay.recording if self._wired.replay is not None else None

    @property
    def recorded_file(self) -> Path | None:
        """The file that is gone along; None where this is no replay, or its recording is not there."""
        return self._wired.replay.recording.path if self._wired.replay is not None else None

    def went_on(self, stop: Stopped) -> bool:
        """Whether the person went on in the recording where the replay stops: after a failure, at a limit, or where that was a replay
        itself and missed something. A miss of this replay is none of these."""
        if stop.what == "differs":
            return self.miss is None and self.plays_on
        return stop.what == "provider_error" or (stop.reason == "limit" and self.plays_on)

    @property
    def miss(self) -> Miss | None:
        """In a replay that stopped because the recording does not hold what was asked: what that was, and what is nearest to it."""
        return self._wired.replay.miss if self._wired.replay is not None else None
