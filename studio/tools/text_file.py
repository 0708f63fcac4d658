"""A file as text: UTF-8, or UTF-16 that says so; what is no text, or too large, is refused in a sentence.

Above: `skill_folder`, `own_skills`, `passages`. Below: `problems`. Only plain files are opened: a pipe or a device would never end.
"""

import codecs
import stat
from pathlib import Path

from studio.problems import StudioError
from studio.said import said

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


class TextFileError(StudioError):
    """A file that cannot be read as text, and why."""


def read_text(path: Path, most: int) -> str:
    """The text of a file of at most `most` bytes, its lines ended by `\\n`. Raises TextFileError."""
    return as_text(read_bytes(path, most), path.name)


def read_bytes(path: Path, most: int) -> bytes:
    """The bytes of a plain file, of at most `most`. Raises TextFileError."""
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise TextFileError(said("{file} is a folder.", file=path.name), said("Name a file in it."))
        if not stat.S_ISREG(found.st_mode):
            raise TextFileError(said("{file} is no plain file.", file=path.name))
        with path.open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise TextFileError(said("{file} does not exist.", file=path.name)) from None
    except (OSError, ValueError) as error:  # ValueError: a path that no file can have
        why = error.strerror if isinstance(error, OSError) else said("there is no such name")
        raise TextFileError(said("{file} cannot be read: {why}.", file=path.name, why=why)) from None
    if len(data) > most:
        raise TextFileError(said("{file} is too large: more than {n} KB.", file=path.name, n=most // 1024))
    return data


def as_text(data: bytes, name: str) -> str:
    """The text of a file's bytes. Raises TextFileError, which calls the file `name`."""
    if data.startswith(b"%PDF-"):
        raise TextFileError(
            said("{name} is a PDF, which cannot be read.", name=name), said("Save its text as a text file.")
        )
    mark, encoding = next((known for known in _BOMS if data.startswith(known[0])), (b"", "utf-8"))
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise TextFileError(
            said("{name} is no text: {n} bytes that are not UTF-8.", name=name, n=len(data)),
            said("Only text files can be read here."),
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")
