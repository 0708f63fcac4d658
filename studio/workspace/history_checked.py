"""An open session whose history is checked: before its request goes, while its body is typed, and mended with one click.

Above: `opened`. Below: `edited`, `engine/validity`, `engine/history_repair`, `checks/history`. Sends only when told to.
"""

from collections.abc import Callable

from msgspec.structs import replace

from studio.checks.history import checker
from studio.checks.history.problem import HistoryProblem
from studio.checks.history.words import LOSING, MATCH
from studio.checks.loop.finding import LoopFinding
from studio.checks.loop.path import LoopChecks
from studio.engine.due import AskModel, ChooseTools, due
from studio.engine.edits import EditRefusedError
from studio.engine.history_repair import mended
from studio.engine.offering import with_offering
from studio.engine.validity import problems_of, server_at
from studio.said import said
from studio.session.notes import Stopped
from studio.workspace.edited import EditedSession

MOST_REPAIRS = 400


def _rank(problem: HistoryProblem) -> int:
    """In which order problems are mended: what matches goes before what is made up, and what takes something away is last."""
    if problem.repair in LOSING:
        return 3
    return {MATCH: 0, "give_result": 2}.get(problem.repair, 1)


def _told_apart(problem: HistoryProblem, done: list[HistoryProblem]) -> HistoryProblem:
    """Once calls got a result that was made up, the last one that is left over says nothing of whose it is."""
    if problem.repair != MATCH or not any(one.repair == "give_result" for one in done):
        return problem
    return replace(problem, repair="give_result" if problem.code == "missing_result" else "drop_result", mate=None)


class CheckedSession(EditedSession):
    """The checks of what will be sent, and of whether the loop gets anywhere."""

    _loops: LoopChecks | None = None

    def loop_findings(self) -> tuple[LoopFinding, ...]:
        """What was seen on the path to where the session stands of calls that lead nowhere, oldest first."""
        if self._loops is None:
            self._loops = LoopChecks(self.tree)
        return self.judged(self._loops.findings(self.head))

    def history_problems(self) -> tuple[HistoryProblem, ...]:
        """What is wrong with the next request as it would be sent now. A call that is still open is no problem."""
        state = with_offering(self.state)
        return self.blanked(problems_of(self._wired.composer(state.setup), state))

    def check_body(self, text: str) -> tuple[HistoryProblem, ...]:
        """What is wrong with a body of the next request as it is typed; nothing while it is no JSON. None of them knows its message."""
        return self.blanked(self.judged(checker.check_body(text, server_at(self.state.setup.responder))))

    def repair(self, problem: HistoryProblem) -> None:
        """Mend one problem of `history_problems`, as one edit. Raises EditRefusedError with the reason where it cannot be mended here."""
        self._still()
        state = self.state
        found = problems_of(self._wired.composer(state.setup), with_offering(state))
        if not any((one.code, one.pointer) == (problem.code, problem.pointer) for one in found):
            raise EditRefusedError(said("This is not so any more."), said("Look at the problems as they are now."))
        self._append(mended(state, problem))

    def repair_all(self, wanted: Callable[[HistoryProblem], bool] = lambda _: True) -> tuple[HistoryProblem, ...]:
        """Mend each problem that is `wanted` and has a repair, also one that another repair brings up, as one step back. What loses nothing
        comes first; a result is matched with its call only where that is no guess. Gives what was mended. Raises EditRefusedError for the
        first that could not be mended, when all else is."""
        done: list[HistoryProblem] = []
        refused: dict[tuple[str, str], EditRefusedError] = {}
        with self.one_step():
            while len(done) < MOST_REPAIRS:
                left = [one for one in self.history_problems() if one.repair and wanted(one)]
                left = [one for one in left if (one.code, one.pointer) not in refused]
                if not left:
                    break
                problem = _told_apart(min(left, key=_rank), done)
                try:
                    self.repair(problem)
                    done.append(problem)
                except EditRefusedError as error:
                    refused[problem.code, problem.pointer] = error
        if refused:
            raise next(iter(refused.values()))
        return tuple(done)

    async def send_anyway(self) -> Stopped:
        """Send the next request once although the provider would refuse its history. The codes of what is wrong are kept with it."""
        self._ready()
        if not isinstance(due(self.state), AskModel | ChooseTools):
            raise EditRefusedError(said("No request is due here."), said("Run or answer the open calls first."))
        try:
            return await self._stepper.send_anyway()
        finally:
            self._sync()
