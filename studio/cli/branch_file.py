"""A session file as it is looked at before a branch is begun or changed in it. Reads only: no lock, nothing written.

Above: `fork`. Below: `engine/step_places`, `store/session_file`.
"""

from pathlib import Path

import msgspec

from studio.cli.command import CommandError
from studio.engine.step_places import step_names, step_place
from studio.session.frames import find_call
from studio.session.journal import Journal, NowhereSink
from studio.session.lines import LineError
from studio.session.nodes import CallKey, NodeId
from studio.session.tree import ROOT, Branch
from studio.store.session_file import read


class Step(msgspec.Struct, frozen=True):
    """One step of a branch. `name` are its other names, as `--at` takes them; `head`: the session stands there; `tool` and `id` are
    those of the call that it is about."""

    node: NodeId
    kind: str
    name: str = ""
    head: bool = False
    tool: str = ""
    id: str = ""


class BranchFile:
    """The branches and steps of one file."""

    def __init__(self, path: Path) -> None:
        """Raises SessionFileError when it is none."""
        opened = read(path)
        self.path, self.tree, self.head = path, opened.tree, opened.head
        self._journal = Journal(opened.tree, NowhereSink(), lambda: 0, opened.notes, opened.head)
        self.branches = opened.tree.branches(self._journal.names)
        self.here = opened.tree.branch_of(opened.head)

    def branch(self, name: str) -> Branch:
        """The branch of that name. Raises CommandError with those that there are."""
        found = next((branch for branch in self.branches if branch.name == name), None)
        if found is None:
            known = ", ".join(branch.name for branch in self.branches) or "none"
            raise CommandError(f"{self.path.name} has no branch named {name}.", f"It has: {known}.")
        return found

    def refuse_taken(self, name: str, but: NodeId | None = None) -> None:
        """Raise CommandError when another branch is called so."""
        wanted = name.strip()
        if wanted and any(branch.name == wanted and branch.start != but for branch in self.branches):
            raise CommandError(f"There is a branch named {wanted} already.", "Choose another name.")

    def place(self, step: str, branch: str | None) -> NodeId:
        """The node that a step's name means. Raises StepNameError, and CommandError where no branch can begin there."""
        at = step_place(self.tree, self._leaf(branch), self.head, step)
        if not len(self.tree):
            raise CommandError(f"Nothing has happened in {self.path.name} yet.")
        if not self.tree.whole(at):
            raise CommandError(f"What comes before step {at} is missing in the file: no branch can begin there.")
        return at

    def steps(self, branch: str | None) -> list[Step]:
        """All steps of a branch, from the first one."""
        leaf = self._leaf(branch)
        names = step_names(self.tree, leaf)
        return [
            Step(node, self.tree.kind(node), " ".join(names.get(node, ())), node == self.head, *self._call(node))
            for node in self.tree.path(leaf)
        ]

    def _call(self, node: NodeId) -> tuple[str, str]:
        """Tool and id of the call that a step is about; empty where it is about none."""
        try:
            key: CallKey | None = getattr(self.tree.event(node), "call", None)
            found = find_call(self.tree.state(self.tree.parent(node)), key) if key is not None else None
        except LineError:
            return "", ""
        return (found.call.name, found.call.id or "") if found is not None else ("", "")

    def _leaf(self, branch: str | None) -> NodeId:
        if branch is not None:
            return self.branch(branch).tip
        return self.tree.tip(self.head) if self.head != ROOT else self.tree.newest_whole()
