"""Comparing branches of an open session with one another, with another file, or two files. Reads only: nothing is asked, run or written.

Above: `opened`, both fronts. Below: `edited`, `present/compare`, `store/session_file`.
"""

from pathlib import Path

from studio.present import compare
from studio.present.compared import Comparison
from studio.present.round_list import RoundList
from studio.problems import StudioError
from studio.said import joined, said
from studio.session.journal import Journal, NowhereSink
from studio.session.nodes import NodeId
from studio.session.tree import Branch
from studio.store import session_file
from studio.workspace.edited import EditedSession
from studio.workspace.prices import of_person


class NoBranchError(StudioError):
    """There is nothing of that name to compare."""


class ComparingSession(EditedSession):
    """Comparing."""

    def compare_branches(self, left: NodeId, right: NodeId) -> Comparison:
        """Two branches, each by the node that it begins with. The branch of the head is taken as far as the head, any other one to its
        tip. Raises NoBranchError."""
        return self.blanked(compare.compare(self._side(left), self._side(right), self._wired.world.prices.cost_of))

    def compare_with_file(self, path: Path, branch: str | None = None) -> Comparison:
        """The path to the head with a branch of another file (that of its head where none is named). Raises StudioError."""
        head = self.branch
        here = compare.Path(self.tree, self.head, self.title or self.path.stem, head.name if head is not None else "")
        return self.blanked(compare.compare(here, side_of(path, branch), self._wired.world.prices.cost_of))

    def request_of_round(self, start: NodeId, number: int) -> NodeId | None:
        """The request of round `number` (from 1) of the branch that begins with `start`; None when it has none."""
        rounds = RoundList()
        rounds.follow(self.tree, self._end(start)[0], to_end=False)
        return next((line.node for line in rounds.lines(str(number), 1) if line.label == str(number)), None)

    def _end(self, start: NodeId) -> "_End":
        found = next((one for one in self.branches if one.start == start), None)
        if found is None:
            raise NoBranchError(said("There is no such branch."))
        here = self.tree.branch_of(self.head) == start
        return self.head if here else found.tip, self.title or self.path.stem, found.name

    def _side(self, start: NodeId) -> compare.Path:
        return compare.Path(self.tree, *self._end(start))


_End = tuple[NodeId, str, str]
"""The node at which a side ends, the title of its session, the name of its branch."""


def compare_files(left: Path, right: Path | None, branches: tuple[str | None, str | None] = (None, None)) -> Comparison:
    """Two files, or (without `right`) two branches of one: those that are named, else its two where it has two. Raises StudioError."""
    price = of_person().cost_of
    if right is not None:
        return compare.compare(side_of(left, branches[0]), side_of(right, branches[1]), price)
    read = _Read(left)
    one, other = (read.side(name) for name in read.two(*branches))
    return compare.compare(one, other, price)


def side_of(path: Path, branch: str | None) -> compare.Path:
    """One side of a comparison, read from a file. Raises SessionFileError, NoBranchError."""
    return _Read(path).side(branch)


class _Read:
    """A file as it is read to be compared."""

    def __init__(self, path: Path) -> None:
        opened = session_file.read(path)
        journal = Journal(opened.tree, NowhereSink(), lambda: 0, opened.notes, opened.head)
        self.path, self.tree, self.head = path, opened.tree, opened.head
        self.unread = sum(each.code == "bad_line" for each in opened.damage)
        self.title = journal.title or opened.header.title or path.stem
        self.branches = opened.tree.branches(journal.names)

    def side(self, branch: str | None) -> compare.Path:
        """The branch of that name, whole; None: that of the head."""
        if branch is not None:
            return compare.Path(self.tree, self._named(branch).tip, self.title, branch, self.unread)
        start = self.tree.branch_of(self.head)
        name = next((one.name for one in self.branches if one.start == start), "")
        return compare.Path(self.tree, self.tree.tip(self.head), self.title, name, self.unread)

    def two(self, left: str | None, right: str | None) -> tuple[str, str]:
        """The names of the two branches that are compared; one that is not said is the other, or main."""
        names = [one.name for one in self.branches]
        if left is not None and right is not None:
            return left, right
        if left is not None and left in names and len(names) > 1:
            return (names[0], left) if left != names[0] else (left, names[1])
        if left is None and len(names) == 2:
            return names[0], names[1]
        advice: str = said("Name two of them with --branch, or another file.")
        if len(names) > 1:
            advice = joined(advice, said("It has: {known}.", known=", ".join(names)))
        raise NoBranchError(self._has(), advice)

    def _has(self) -> str:
        match len(self.branches):
            case 0:
                return said("Nothing has happened in {file} yet.", file=self.path.name)
            case 1:
                return said("{file} has one branch only.", file=self.path.name)
            case many:
                return said("{file} has {many} branches.", file=self.path.name, many=many)

    def _named(self, name: str) -> Branch:
        found = next((one for one in self.branches if one.name == name), None)
        if found is None:
            known = ", ".join(one.name for one in self.branches)
            raise NoBranchError(
                said("{file} has no branch named {name}.", file=self.path.name, name=name),
                said("It has: {known}.", known=known) if known else "",
            )
        return found
