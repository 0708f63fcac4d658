"""An open session whose branches, steps and sampled answers are laid beside one another, or beside another session. Reads only.

Above: `opened`, the window. Below: `comparing`, `present/laid_rounds`, `present/laid_documents`. Long work is done beside the thread's.
"""

from functools import cached_property, partial
from pathlib import Path

import msgspec

from studio.engine.edits import EditRefusedError
from studio.present import compare
from studio.present.documents import Document, answer_document, step_document
from studio.present.laid import Laid
from studio.present.laid_documents import LaidDocuments
from studio.present.laid_rounds import LaidRounds
from studio.problems import StudioError
from studio.said import said
from studio.session.kept_samples import gathered
from studio.session.nodes import CallKey, NodeId
from studio.session.responder_choice import ResponderChoice
from studio.session.setup import Setup
from studio.session.tree import Tree
from studio.store import session_file
from studio.store.session_file import collector_paused
from studio.workspace.comparing import ComparingSession, side_of
from studio.workspace.one_aside import GoOn, OneAside


class BranchSide(msgspec.Struct, frozen=True):
    """A branch of the open session, by the node that it begins with."""

    start: NodeId


class FileSide(msgspec.Struct, frozen=True):
    """Another session: the branch on which it stands."""

    path: Path


class StepSide(msgspec.Struct, frozen=True):
    """A step of the open session, or a call as it stood there."""

    node: NodeId
    call: CallKey | None = None


class AnswerSide(msgspec.Struct, frozen=True):
    """An answer of a sample, by its place among those that came."""

    sample: str
    at: int


Side = BranchSide | FileSide | StepSide | AnswerSide
_AT_ONCE = 300
"""Events of a session that are compared within some milliseconds; longer ones are compared beside what else goes on."""
_FILE_AT_ONCE = 500_000
"""Bytes of a session file, or of the body of a request, of which the same is true."""


class UnlikeSidesError(StudioError):
    """A whole branch and a single step say nothing beside one another."""


class LayingSession(ComparingSession):
    """What is compared in the window. `long_from` and `long_file` say from where on it is done beside; tests lower them."""

    long_from = _AT_ONCE
    long_file = _FILE_AT_ONCE

    @cached_property
    def _aside(self) -> OneAside:
        return OneAside()

    def lays_long(self, left: Side, right: Side) -> bool:
        """Whether comparing the two would hold up the window."""
        return any(self._is_long(side) for side in (left, right))

    def lay(self, left: Side, right: Side) -> Laid:
        """Two branches, sessions, steps or answers beside one another. Raises StudioError with the reason where they cannot be."""
        if isinstance(left, BranchSide | FileSide) and isinstance(right, BranchSide | FileSide):
            price = self._wired.world.prices.cost_of
            return LaidRounds(self.blanked(compare.compare(self._path(left), self._path(right), price)))
        return self._documents(self._document(left), self._document(right))

    async def lay_beside(self, left: Side, right: Side) -> Laid:
        """The same beside what else the thread does: the file of this session is read anew, so that nobody else looks at what is compared.
        Cancelled at once; what was begun is forgotten, and holds up nothing that is compared next."""
        if isinstance(left, BranchSide | FileSide) and isinstance(right, BranchSide | FileSide):
            ends = tuple(self._end(side.start) if isinstance(side, BranchSide) else side.path for side in (left, right))
            return await self._aside.run(partial(self._lay_read, ends))
        with self.tree.keeping():
            both = self._document(left), self._document(right)
        return await self._aside.run(lambda _go_on: self._documents(*both))

    def _lay_read(self, ends: "tuple[tuple[NodeId, str, str] | Path, ...]", go_on: GoOn) -> Laid:
        with collector_paused():
            tree: Tree | None = None
            sides: list[compare.Path] = []
            for end in ends:
                go_on()
                if isinstance(end, Path):
                    sides.append(side_of(end, None))
                else:
                    tree = tree or session_file.read(self.path).tree
                    sides.append(compare.Path(tree, *end))
            go_on()
            found = LaidRounds(self.blanked(compare.compare(sides[0], sides[1], self._wired.world.prices.cost_of)))
            for side in sides:
                side.forget()
            for read in {id(side.tree): side.tree for side in sides}.values():
                read.forget()
            return found

    def _path(self, side: BranchSide | FileSide) -> compare.Path:
        return side_of(side.path, None) if isinstance(side, FileSide) else self._side(side.start)

    def _is_long(self, side: Side) -> bool:
        match side:
            case FileSide(path=path):
                return _size(path) > self.long_file
            case BranchSide():
                return len(self.tree) > self.long_from
            case StepSide(node=node):
                return (
                    node in self.tree and self.tree.kind(node) == "request" and self._body_size(node) > self.long_file
                )
            case _:
                return False

    def _body_size(self, node: NodeId) -> int:
        try:
            return len(self.tree.body(node))
        except StudioError:
            return 0

    def _document(self, side: Side) -> Document:
        match side:
            case StepSide(node=node, call=call):
                return step_document(self.tree, node, call)
            case AnswerSide(sample=id, at=at):
                return self._answer(id, at)
            case _:
                raise UnlikeSidesError(
                    said("A branch or session cannot be laid beside a single step."),
                    said("Choose two branches or sessions, or two steps."),
                )

    def _answer(self, id: str, at: int) -> Document:
        found = next((one for one in gathered(self.journal.samples) if one.id == id), None)
        if found is None or not 0 <= at < len(found.taken):
            raise EditRefusedError(said("There is no such answer in this session."))
        taken = found.taken[at]
        arm = found.plan.arms[taken.arm]
        setup = Setup(ResponderChoice(model_name=arm.model_name))
        return msgspec.structs.replace(answer_document(id, taken, arm.name, arm.model_name), setup=setup)

    def _documents(self, left: Document, right: Document) -> Laid:
        costs = tuple(self._cost(one) for one in (left, right))
        return LaidDocuments(self.blanked(left), self.blanked(right), costs)  # type: ignore[arg-type]

    def _cost(self, one: Document) -> float | None:
        if one.usage is None or one.setup is None:
            return None
        return self._wired.world.prices.cost_of(one.setup, one.usage)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
