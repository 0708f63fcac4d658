"""Writes a session out as another file: a transcript, an HTTP archive, its document. Blanks secrets in all of it.

Above: `exporting`. Below: `present/transcript_document`, `present/show_document`, `interop/har`. Works on a reading of its
own and may stand in a thread: nothing of an open session is touched.
"""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import rmtree
from typing import Literal
from urllib.parse import quote

import msgspec

from studio.interop import har
from studio.messages.reply import Usage
from studio.paths import is_folder
from studio.present.exchanges import Exchanged, body_of, path_exchanges
from studio.present.show_document import document_pieces
from studio.present.transcript_document import Document
from studio.present.transcript_html import HtmlWriter
from studio.present.transcript_markdown import MarkdownWriter
from studio.present.transcript_pieces import Choice, Picture, Piece
from studio.problems import StudioError
from studio.said import said
from studio.session.journal import Journal
from studio.session.nodes import NodeId
from studio.session.setup import Setup
from studio.wire.redact import Redactor

Form = Literal["markdown", "html", "json", "har"]
FORMS: dict[str, Form] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".json": "json",
    ".har": "har",
}
"""What is written, by the ending of the file's name."""
Told = Callable[[float], object]


class ExportError(StudioError):
    """Something that cannot be written, and why."""


class StoppedError(StudioError):
    """Nobody wants it any more."""


class Source(msgspec.Struct, frozen=True):
    """What is written: the session as it was read, the branch by its first node, and what a request costs."""

    journal: Journal
    branch: NodeId
    title: str
    file: str
    begun: float
    damage: tuple[str, ...]
    redactor: Redactor
    cost: Callable[[Setup, Usage], float | None]


class ExportedFile(msgspec.Struct, frozen=True):
    """What was written; the folder of the pictures beside it, where there are any."""

    path: Path
    pictures: Path | None = None
    count: int = 0
    """How many exchanges an archive holds."""


class _Pictures:
    """Pictures of a transcript, kept `aside` until it is whole; it will name them in the folder `named`."""

    def __init__(self, named: str, aside: Path, names: list[str]) -> None:
        self.named, self._aside, self._names = named, aside, names

    def keep(self, piece: Picture) -> None:
        """Write one."""
        self._aside.mkdir(exist_ok=True)
        (self._aside / piece.name).write_bytes(piece.data)
        self._names.append(piece.name)


def write(source: Source, path: Path, form: Form, choice: Choice, told: Told) -> ExportedFile:
    """Write the file whole or not at all. `told` hears how far it is, and may raise to end it. Raises ExportError."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    folder, aside = path.with_name(f"{path.stem}_pictures"), path.with_name(f"{part.name}_pictures")
    pictures: list[str] = []
    try:
        if is_folder(path):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        with part.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            count = 0
            for text in _pieces(source, form, choice, _Pictures(folder.name, aside, pictures), told):
                count += text.startswith((",\n", "\n{")) if form == "har" else 0
                file.write(text)
        _bring(aside, folder, pictures)
        part.replace(path)
    except OSError as error:
        raise ExportError(
            said("{file} cannot be written: {why}.", file=path, why=error.strerror or error),
            said("Choose another folder."),
        ) from error
    finally:
        _forget(part, aside)
    return ExportedFile(path, folder if pictures else None, count)


def preview(source: Source, form: Form, choice: Choice, most: int, enough: Callable[[], bool]) -> tuple[str, bool]:
    """The beginning of a transcript, and whether it is all: some `most` characters, or as far as it comes until it is `enough`."""
    made, size, cut = list[str](), 0, False

    def over() -> bool:
        nonlocal cut
        cut = enough()
        return cut

    for text in _transcript(source, form, choice, None, lambda _far: None, over):
        made.append(text)
        size += len(text)
        if size > most:
            return "".join(made), False
    return "".join(made), not cut


def _pieces(source: Source, form: Form, choice: Choice, pictures: _Pictures, told: Told) -> Iterator[str]:
    match form:
        case "markdown" | "html":
            return _transcript(source, form, choice, pictures, told)
        case "har":
            return _archive(source, told)
        case "json":
            return _document(source, told)


def _transcript(
    source: Source,
    form: Form,
    choice: Choice,
    pictures: _Pictures | None,
    told: Told,
    enough: Callable[[], bool] = lambda: False,
) -> Iterator[str]:
    named = pictures.named if pictures is not None else "pictures"
    writer = HtmlWriter() if form == "html" else MarkdownWriter(quote(named))
    document = Document(source.journal, choice, source.branch, source.cost)
    blank = source.redactor.value
    title = blank(source.title)
    yield from writer.begin(title)
    yield from writer.of(blank(document.head(title, _facts(source, choice))))
    for pieces in document.steps():
        told(document.fraction)
        for piece in pieces:
            if isinstance(piece, Picture) and form == "markdown" and piece.name and pictures is not None:
                pictures.keep(piece)
            yield "".join(writer.of(_blanked(piece, blank)))
        if enough():
            return
    yield from writer.end()


def _blanked(piece: Piece, blank: Callable[[Piece], Piece]) -> Piece:
    return blank(piece)


def _bring(aside: Path, folder: Path, names: list[str]) -> None:
    """Put the pictures where the transcript names them, in the place of those of an earlier one."""
    if names:
        folder.mkdir(exist_ok=True)
    for name in names:
        (aside / name).replace(folder / name)


def _forget(part: Path, aside: Path) -> None:
    with suppress(OSError):
        part.unlink(missing_ok=True)
    rmtree(aside, ignore_errors=True)


def _facts(source: Source, choice: Choice) -> tuple[tuple[str, str], ...]:
    journal = source.journal
    rows = [("File", source.file)]
    if source.begun:
        rows.append(("Begun", datetime.fromtimestamp(source.begun, UTC).strftime("%Y-%m-%d %H:%M UTC")))
    model = journal.tree.state(journal.head).setup.responder.model_name
    if model:
        rows.append(("Model", model))
    if not choice.all_branches:
        names = {one.start: one.name for one in journal.tree.branches(journal.names)}
        rows.append(("Branch", names.get(source.branch, "")))
    rows.append(("Notes", journal.notes_text))
    rows += [("Damaged", sentence) for sentence in source.damage]
    return tuple(row for row in rows if row[1])


def _document(source: Source, told: Told) -> Iterator[str]:
    journal = source.journal
    here = journal.tree.branch_of(journal.head)
    branches = tuple(
        one for one in journal.tree.branches(journal.names) if one.start == here or one.start not in journal.hidden
    )
    named = {"title": source.title, "notes": journal.notes_text, "file": source.file, "damage": list(source.damage)}
    total = max(len(journal.tree), 1)
    for at, text in enumerate(document_pieces(journal, branches, named, source.redactor.value)):
        told(min(at / total, 1.0))
        yield text


def _archive(source: Source, told: Told) -> Iterator[str]:
    yield har.opening(_version(), source.redactor.text(source.title))
    yield from har.entries(_archived(source, told))
    yield har.CLOSING


def _archived(source: Source, told: Told) -> Iterator[har.Archived]:
    tree = source.journal.tree
    tip = next((one.tip for one in tree.branches() if one.start == source.branch), source.journal.head)
    for one in path_exchanges(tree, tip):
        told(one.node / max(tip, 1))
        if one.kept is not None and one.kept.url and one.request.source == "live":
            yield _one(source, one)


def _one(source: Source, one: Exchanged) -> har.Archived:
    redactor, kept = source.redactor, one.kept
    assert kept is not None
    kept = msgspec.structs.replace(
        kept,
        url=redactor.url(kept.url),
        request_headers=redactor.headers(kept.request_headers),
        headers=redactor.headers(kept.headers),
        text=redactor.text(kept.text),
        binary=redactor.data(kept.binary),
    )
    # What is asked beside a request stands at the step at its end.
    before = 0.0 if one.is_own else kept.seconds
    began = source.begun + source.journal.tree.time(one.node) / 1000 - before
    error = redactor.text(one.error.message) if one.error is not None else ""
    return har.Archived(kept, redactor.data(body_of(source.journal.tree, one)), began, _what(one), error)


def _what(one: Exchanged) -> str:
    if one.asked is not None:
        return f"step {one.node}, asked by the MCP server {one.asked.server}"
    return f"step {one.node}" if one.choice is None else f"step {one.node}, choice of groups"


def _version() -> str:
    try:
        return version("toolcall-studio")
    except PackageNotFoundError:
        return ""
