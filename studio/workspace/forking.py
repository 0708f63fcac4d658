"""An open session as it branches: fork anywhere, run again from there, name, note, expect, hide and show branches.

Above: `opened`. Below: `moved`, `engine/expecting`, `engine/repeats`. Forking runs nothing and asks nothing.
"""

from pathlib import Path

from msgspec.structs import replace

from studio.engine.edits import EditRefusedError
from studio.engine.expecting import outcome, readable
from studio.engine.repeats import Ran
from studio.engine.standing import CHOICES
from studio.messages.remark import Remark
from studio.said import said
from studio.session.events import SetupChanged
from studio.session.expectations import Expectation
from studio.session.journal import Journal, ReadOnlyError
from studio.session.nodes import CallKey, NodeId
from studio.session.notes import BranchHidden, BranchNamed, BranchNoted, Stopped
from studio.session.state import SessionState
from studio.session.tree import ROOT, Branch
from studio.store.session_file import SessionSink
from studio.workspace.moved import MovedSession
from studio.workspace.services import Wired

RAN_BEFORE = "ran_before"
"""The code of a stop before a call that ran already on the branch that was left."""


class ForkingSession(MovedSession):
    """Branches. What is refused raises StudioError with a sentence and changes nothing."""

    def __init__(self, path: Path, journal: Journal, wired: Wired, sink: SessionSink | None, retries: int = 0) -> None:
        super().__init__(path, journal, wired, sink, retries)
        self._looked: dict[NodeId, tuple[NodeId, str, Expectation]] = {}

    def fork(self, node: NodeId, name: str = "", note: str = "", expects: str = "") -> NodeId:
        """Begin a branch under `node`, also at the newest step and inside an agent; the session stands on it. Where `node` is in the
        middle of an effect, the branch begins before that. `expects` is a JMESPath over what a breakpoint's condition sees, asked where
        the branch stands; raises ExpressionError when it cannot be read. Gives the first node of the branch."""
        self._still()
        at, expects = self._fork_place(node), readable(expects)
        self._refuse_taken(name)
        self.tree.state(at)  # raises LineError before anything is written when a line on the way cannot be read
        with self.one_step():
            held = self._held(at)
            self.journal.move(at)
            start = self.journal.append(SetupChanged()).id
        if self._place and self._visited[self._place - 1] == at:
            self._visited[self._place - 1] = held
        if _one_line(name):
            self.journal.note(BranchNamed(start, _one_line(name)))
        if note.strip() or expects:
            self.journal.note(BranchNoted(start, note.strip(), expects))
        return start

    def _fork_place(self, node: NodeId) -> NodeId:
        if self.journal.read_only:
            raise ReadOnlyError(self.journal.read_only, said("To fork it, copy its file and open the copy."))
        if not len(self.tree):
            raise EditRefusedError(said("Nothing has happened in this session yet."), said("Write a message first."))
        if node not in self.tree or not self.tree.whole(node):
            raise EditRefusedError(
                said("What comes before this step is missing in the file, so that no branch can begin here."),
                said("Fork a step whose beginning is there."),
            )
        return self._resting(node)

    def _held(self, at: NodeId) -> NodeId:
        """Where the branch of `at` goes on. At its tip an event holds the place: else the fork would be nothing but that branch going on,
        and going on at `at` would begin another one."""
        if at == ROOT or self.tree.tip(at) != at:
            return at
        self.journal.move(at)
        return self.journal.append(SetupChanged(remarks=(Remark("forked_here"),), automatic=True)).id

    async def rerun(self, node: NodeId, name: str = "", note: str = "", expects: str = "") -> Stopped:
        """Begin a branch under `node` and run to the next stop. A call that ran already on another branch, or one that asks the same
        of the same tool, does not run again: there it stops and says so, unless the tool is idempotent."""
        ran = Ran(self.tree, self._fork_place(node))
        self.fork(node, name, note, expects)
        found: list[CallKey] = []

        def repeats(state: SessionState) -> bool:
            key = ran.repeated(state) if self._wired.runs_tools() else None
            if key is not None and self._stepper.reaches_tool(key):
                found[:] = [key]
            return bool(found)

        stop = await self._go("run", repeats)
        return self._told_repeat(stop, found[0]) if found else stop

    def _told_repeat(self, stop: Stopped, key: CallKey) -> Stopped:
        told = replace(stop, call=key, place="before_call", what=RAN_BEFORE)
        self.journal.note(told)
        return told

    async def restart(self) -> Stopped:
        """Begin a branch before the first request, with the same setup, and run to the next stop place."""
        self._still()
        first = next((node for node in self.tree.path(self.head) if self.tree.kind(node) == "request"), None)
        if first is None:
            raise EditRefusedError(said("Nothing was sent yet."))
        self.fork(self._before_choice(first))
        return await self.run()

    def _before_choice(self, request: NodeId) -> NodeId:
        """Where the tools of a request were not chosen yet."""
        at = self.tree.parent(request)
        while at != ROOT and self.tree.kind(at) in CHOICES:
            at = self.tree.parent(at)
        return at

    # Names, notes and expectations

    def rename_branch(self, start: NodeId, name: str) -> None:
        """Name the branch that begins with node `start`; an empty name gives it its letter back."""
        self._refuse_taken(name, start)
        self.journal.note(BranchNamed(start, _one_line(name)))

    def note_branch(self, start: NodeId, note: str | None = None, expects: str | None = None) -> None:
        """Keep what the person writes about a branch and expects of it, instead of what was kept; what is None stays. Raises
        ExpressionError when `expects` cannot be read."""
        old = self.journal.branch_notes.get(start, BranchNoted(start))
        said = (old.note if note is None else note).strip()
        made = BranchNoted(start, said, old.expects if expects is None else readable(expects))
        if made != old:
            self.journal.note(made)

    def check_expects(self, expects: str) -> str:
        """The expectation as it would be kept. Raises ExpressionError with column and repair."""
        return readable(expects)

    def free_branch_name(self, name: str) -> str:
        """The name, with a number behind it where a branch has it already."""
        taken, count, free = {branch.name for branch in self.branches}, 1, name
        while free in taken:
            count += 1
            free = f"{name} {count}"
        return free

    def _refuse_taken(self, name: str, start: NodeId | None = None) -> None:
        wanted = _one_line(name)
        if wanted and any(branch.name == wanted and branch.start != start for branch in self.branches):
            raise EditRefusedError(
                said("There is a branch named {wanted} already.", wanted=wanted), said("Choose another name.")
            )

    def expectation(self, branch: Branch) -> Expectation | None:
        """What became of what is expected of a branch, where it stands now; None where nothing is."""
        noted = self.journal.branch_notes.get(branch.start)
        if noted is None or not noted.expects:
            return None
        known = self._looked.get(branch.start)
        if known is None or known[:2] != (branch.tip, noted.expects):
            found = outcome(self.tree, branch.start, noted.expects, self._wired.cost)
            known = self._looked[branch.start] = (branch.tip, noted.expects, found)
        return known[2]

    # Hiding

    def hide_branch(self, start: NodeId) -> None:
        """Take a branch out of tabs and lists; nothing of it is deleted, and branches that begin on it stay. That of the head is never
        hidden."""
        if start == self.tree.branch_of(self.head):
            raise EditRefusedError(
                said("The session stands on this branch."), said("Go to another branch, then hide this one.")
            )
        if start not in self.journal.hidden:
            self.journal.note(BranchHidden(start))

    def show_branch(self, start: NodeId) -> None:
        """Show a hidden branch again."""
        if start in self.journal.hidden:
            self.journal.note(BranchHidden(start, hidden=False))

    @property
    def shown_branches(self) -> tuple[Branch, ...]:
        """The branches that are not hidden, main first."""
        here = self.tree.branch_of(self.head)
        return tuple(one for one in self.branches if one.start == here or one.start not in self.journal.hidden)

    def rewind(self, node: NodeId) -> None:
        """Make `node` the head; its branch is shown."""
        super().rewind(node)
        self.show_branch(self.tree.branch_of(self.head))

    def step_back(self) -> None:
        """Move the head to the event before; nothing is undone outside."""
        super().step_back()
        self.show_branch(self.tree.branch_of(self.head))

    def _walk(self, by: int) -> None:
        super()._walk(by)
        self.show_branch(self.tree.branch_of(self.head))


def _one_line(name: str) -> str:
    """A name as lists and commands can show it and take it again: on one line, without what cannot be seen."""
    return " ".join("".join(each if each.isprintable() else " " for each in name).split())
