"""The session file: created, locked, appended to line by line, opened by an index of its lines.

Above: `workspace`. Below: `lines`, `upgrade`, `session`. Writes nothing but appended lines (and once the format number of an older file);
a damaged file is never changed before a copy of the damaged end is kept beside it.
"""

import errno
import gc
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from studio.late import Late
from studio.paths import file_bytes
from studio.said import said
from studio.session.events import Event, Header
from studio.session.lines import KINDS, LineError, decode, encode
from studio.session.nodes import NodeId
from studio.session.notes import AnyNote, HeadMoved
from studio.session.replay_rules import ReplayRules
from studio.session.tree import NOWHERE, ROOT, Tree
from studio.store.lines import LONGEST_ID, Damage, Place, parse, places
from studio.store.session_error import NotWrittenError, SessionFileError
from studio.store.upgrade import needs, raise_format

if TYPE_CHECKING:
    import portalocker
else:
    portalocker = Late("portalocker")

FORMAT = 4
SUFFIX = ".tcsession"
_ODD = "odd"
_PASSED = "passed over"
_NO_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP, errno.ENOSYS})
"""A file system that can put nothing on its disk by itself: what was written is with the system, and that is all there is."""
_LARGEST_ID = 10**15
"""Of what a file may hold, so that those of the events to come still fit into a line."""
_BYTES_READ, _LINES_FOUND = 0.1, 0.7
"""How far the reading of a file is then, by the time that its parts take."""


class Opened(msgspec.Struct, frozen=True):
    """A session file as it was read: the tree (events still unread), the notes in order, where the head stood, and the damage.
    `size` is that of the file then, in bytes."""

    path: Path
    header: Header
    tree: Tree
    notes: tuple[AnyNote, ...]
    head: NodeId
    damage: tuple[Damage, ...]
    line_of: Callable[[NodeId], int]
    size: int = 0
    newer: bool = False


class SessionSink:
    """The file being written by this program, and by no other: it holds the lock. `format` is the number that stands in it; it is
    raised before the first line that needs it."""

    def __init__(self, path: Path, file: BinaryIO, format: int = FORMAT) -> None:
        self.path = path
        self.format = format
        self._file = file
        self._has_name = os.fstat(file.fileno()).st_nlink > 0

    def write(self, line: bytes) -> None:
        """Append one line; it is with the system when this returns. What was written of a line that fails is taken back."""
        todo = memoryview(line + b"\n")
        begun = 0
        try:
            self._look_for_its_name()
            if needs(line, self.format):
                self._file, self.format = raise_format(self.path, self._file, FORMAT, _lock), FORMAT
            while begun < len(todo):
                begun += self._file.write(todo[begun:])
        except (OSError, ValueError) as error:
            self._take_back(begun)
            raise _not_written(self.path, error.strerror if isinstance(error, OSError) else "it is closed") from error

    def _look_for_its_name(self) -> None:
        """A file that was deleted or replaced takes lines as before, and they are gone when it is closed. Some network file
        systems tell no names at all; then nothing can be said."""
        if self._has_name and os.fstat(self._file.fileno()).st_nlink == 0:
            raise FileNotFoundError(errno.ENOENT, said("it was deleted or replaced by another program"))

    def _take_back(self, count: int) -> None:
        with suppress(OSError, ValueError):
            if count:
                self._file.seek(-count, os.SEEK_CUR)
                self._file.truncate()

    def copy_to(self, path: Path) -> None:
        """Copy what was written to `path`, whole or not at all. Raises SessionFileError.

        It is read through this very file: where locks bind everybody no other handle may read it.
        """
        part = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file.seek(0)
            with part.open("wb") as copy:
                shutil.copyfileobj(self._file, copy, 1 << 20)
            part.replace(path)
        except OSError as error:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise SessionFileError(
                said("{file} cannot be written: {why}.", file=path, why=error.strerror), said("Choose another folder.")
            ) from error
        finally:
            self._file.seek(0, os.SEEK_END)

    def move_to(self, path: Path) -> None:
        """Go on in the copy at `path`. Raises SessionFileError; then the old file is still the one being written."""
        try:
            file = path.open("r+b", buffering=0)
        except OSError as error:
            raise SessionFileError(
                said("{file} cannot be written: {why}.", file=path, why=error.strerror), said("Choose another folder.")
            ) from error
        _lock(path, file)
        file.seek(0, os.SEEK_END)
        self._file.close()
        self.path, self._file = path, file

    def sync(self) -> None:
        """Have the system put it on the disk. Raises NotWrittenError when it cannot."""
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            if error.errno not in _NO_SYNC:
                raise _not_written(self.path, error.strerror) from error

    def close(self) -> None:
        """Let go of the file and its lock."""
        self._file.close()


def _not_written(path: Path, why: str | None) -> NotWrittenError:
    return NotWrittenError(
        said("{file} could not be written: {why}.", file=path.name, why=why), said("Save the session elsewhere.")
    )


def create(path: Path, header: Header) -> SessionSink:
    """A new file with its first line. Raises SessionFileError when it is there already or cannot be made."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _not_made(path, error) from error
    try:
        file = path.open("x+b", buffering=0)
    except FileExistsError as error:
        raise SessionFileError(said("{file} exists already.", file=path), said("Choose another name.")) from error
    except OSError as error:
        raise _not_made(path, error) from error
    try:
        _lock(path, file)
        sink = SessionSink(path, file, header.format)
        sink.write(encode(header))
    except SessionFileError:
        # A file without its first line is no session: it would only stand in the way of the next try.
        file.close()
        path.unlink(missing_ok=True)
        raise
    return sink


def _not_made(path: Path, error: OSError) -> SessionFileError:
    return SessionFileError(
        said("{file} cannot be made: {why}.", file=path, why=error.strerror), said("Choose another folder.")
    )


def new_header(title: str = "", source: str = "", leaf: NodeId = ROOT, rules: ReplayRules | None = None) -> Header:
    """The first line of a session that begins now; `source` and `leaf` say which path of which file it replays, `rules` how."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    made = Header(os.urandom(8).hex(), now, FORMAT, title, source, leaf)
    return msgspec.structs.replace(made, rules=rules) if rules not in (None, made.rules) else made


def resume(opened: Opened) -> SessionSink:
    """The file of `opened` for appending. A cut last line is moved aside first. Raises SessionFileError when another program writes it."""
    if opened.newer:
        raise SessionFileError(
            said("{file} was written by a newer version.", file=opened.path.name), said("It is open for reading only.")
        )
    try:
        file = opened.path.open("r+b", buffering=0)
    except OSError as error:
        raise SessionFileError(
            said("{file} cannot be written: {why}.", file=opened.path.name, why=error.strerror),
            said("It is open for reading only."),
        ) from error
    _lock(opened.path, file)
    if file.seek(0, os.SEEK_END) != opened.size:
        file.close()
        raise SessionFileError(
            said("{file} was changed while it was opened.", file=opened.path.name),
            said("Open it again to see and change all of it."),
        )
    try:
        _set_tail_aside(opened, file)
    except OSError as error:
        file.close()
        raise SessionFileError(
            said("The cut end of {file} cannot be kept beside it: {why}.", file=opened.path.name, why=error.strerror),
            said("It is open for reading only."),
        ) from error
    return SessionSink(opened.path, file, opened.header.format)


def _lock(path: Path, file: BinaryIO) -> None:
    try:
        how = portalocker.LOCK_EX | portalocker.LOCK_NB
    except OSError as error:  # when it is loaded it looks for a folder for temporary files: a full disk has none
        file.close()
        raise NotWrittenError(
            said("{file} could not be written: {why}.", file=path.name, why=error.strerror),
            said("Save the session elsewhere."),
        ) from error
    try:
        portalocker.lock(file, how)
    except portalocker.LockException as error:
        file.close()
        raise SessionFileError(
            said("{file} is open in another window.", file=path.name),
            said("It can be read here; close it there to change it here."),
        ) from error


def _set_tail_aside(opened: Opened, file: BinaryIO) -> None:
    """End the file with a whole line, so that nothing is glued to a fragment; the fragment goes into a file beside it."""
    file.seek(0)
    data = file.read()
    if not data or data.endswith(b"\n"):
        return
    start = data.rfind(b"\n") + 1
    if not any(damage.code == "torn_tail" for damage in opened.damage):
        file.write(b"\n")
        return
    aside = opened.path.with_suffix(SUFFIX + ".cut")
    with aside.open("ab") as kept:
        kept.write(data[start:] + b"\n")
    file.truncate(start)
    file.seek(start)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Many objects are made at once and none of them is garbage: looking for some would take as long as making them."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def read(path: Path, told: Callable[[float], object] | None = None) -> Opened:
    """Open a session file for reading. Raises SessionFileError when it is none; damage inside is reported, not raised. `told` hears how
    far it is, from 0 to 1; what it raises ends this."""
    told = told or _nobody
    try:
        data = file_bytes(path)
    except OSError as error:
        raise SessionFileError(
            said("{file} cannot be read: {why}.", file=path, why=error.strerror),
            said("Check the name and the rights of the file."),
        ) from error
    with collector_paused():
        told(_BYTES_READ)
        found, damage = places(data)
        told(_LINES_FOUND)
        header = _header(path, data, found, damage)
        return _index(path, data, header, found[1:], damage)


def _nobody(_fraction: float) -> None:
    """Nobody wants to hear how far it is."""


def _header(path: Path, data: bytes, found: list[Place], damage: list[Damage]) -> Header:
    """The first line, which says that this is a session."""
    wrong = SessionFileError(
        said("{file} is not a session file.", file=path.name),
        said("Session files end in .tcsession and begin with a line of kind session."),
    )
    if damage and damage[0].code == "wrong_encoding":
        raise SessionFileError(
            said("{file} is not UTF-8.", file=path.name), said("Save it as UTF-8 and open it again.")
        )
    if not found or found[0].line != 1:
        raise wrong
    try:
        header = decode(data[found[0].start : found[0].end])
    except LineError as error:
        raise wrong from error
    if not isinstance(header, Header):
        raise wrong
    return header


def _index(path: Path, data: bytes, header: Header, found: list[Place], damage: list[Damage]) -> Opened:
    lines = _Lines(data, damage)
    for place in found:
        lines.take(place)
    return Opened(
        path=path,
        header=header,
        tree=lines.tree,
        notes=tuple(lines.notes),
        head=whole_head(lines.tree, lines.head),
        damage=tuple(damage),
        line_of=lambda node: lines.where[node].line,
        size=len(data),
        newer=header.format > FORMAT,
    )


class _Lines:
    """The lines of a file, taken in one after the other: nodes by their place alone, notes as they are."""

    def __init__(self, data: bytes, damage: list[Damage]) -> None:
        self.tree = Tree(self._read)
        self.where: dict[NodeId, Place] = {}
        self.notes: list[AnyNote] = []
        self.head = ROOT
        self._data = data
        self._damage = damage
        self._time = 0

    def _read(self, node: NodeId) -> Event:
        event = decode(self._data[self.where[node].start : self.where[node].end])
        assert not isinstance(event, Header | AnyNote)
        return event

    def take(self, place: Place) -> None:
        """Take in one line; what is of no use is damage."""
        match = place.head
        if match is None or not match[2]:
            self._take_note(place, match[1].decode() if match is not None else "")
            return
        node = NodeId(int(match[2]))
        if node in self.where or node > _LARGEST_ID:
            self._damage.append(Damage("bad_line", place.line))
            return
        self.where[node] = place
        self._time = int(match[4]) if match[4] else self._time if node == self.tree.last + 1 else 0
        self.tree.place(node, _parent(match[3]) if match[3] else node - 1, match[1].decode(), self._time)
        self.head = node

    def _take_note(self, place: Place, kind: str) -> None:
        note = _note(self._data[place.start : place.end], kind)
        if note is _ODD:
            self._damage.append(Damage("bad_line", place.line))
        elif isinstance(note, AnyNote):
            self.notes.append(note)
            self.head = note.at if isinstance(note, HeadMoved) else self.head


def _parent(written: bytes) -> int:
    return int(written) if written.isdigit() and len(written) <= LONGEST_ID else NOWHERE


def _note(raw: bytes, kind: str) -> AnyNote | str:
    """A note this version knows; others stay in the file and are passed over. `_ODD` is a line of a kind that it knows and
    cannot use: a node without a place in the tree, a second header, members of the wrong form."""
    if kind and kind not in KINDS:
        return _PASSED
    try:
        line = decode(raw)
    except LineError:
        found = None if kind else parse(raw)
        return _ODD if (found.get("kind") if isinstance(found, dict) else kind) in KINDS else _PASSED
    return line if isinstance(line, AnyNote) else _ODD


def whole_head(tree: Tree, head: NodeId) -> NodeId:
    """The head, or the newest node whose path is whole when the head's is not."""
    return head if tree.whole(head) else tree.newest_whole()
