"""Small files for Qt that live in memory only: style sheets take their images by name, never as data.

Builds the binary form (version 1) that Qt's resource compiler writes, and registers it. Knows no theme.
"""

import struct
from collections.abc import Mapping

from PySide6.QtCore import QResource

_registered: list[bytes] = []


def register(root: str, files: Mapping[str, bytes]) -> None:
    """Make `files` readable as `:<root>/<name>`; `root` begins with a slash and is used once in a process."""
    blob = resource_bytes(files)
    # Qt reads from these bytes for as long as the process lives.
    _registered.append(blob)
    if not QResource.registerResourceData(blob, root):
        raise ValueError(f"Qt did not take the files under {root}.")


def resource_bytes(files: Mapping[str, bytes]) -> bytes:
    """A resource file with one flat folder of `files`."""
    names, data, tree = b"", b"", struct.pack(">IHII", 0, 2, len(files), 1)
    names += _name("")
    for name, content in sorted(files.items(), key=lambda item: _hash(item[0])):
        tree += struct.pack(">IHHHI", len(names), 0, 0, 1, len(data))
        names += _name(name)
        data += struct.pack(">I", len(content)) + content
    head = 20
    offsets = (head, head + len(tree), head + len(tree) + len(data))
    return b"qres" + struct.pack(">4I", 1, *offsets) + tree + data + names


def _name(name: str) -> bytes:
    return struct.pack(">HI", len(name), _hash(name)) + name.encode("utf-16-be")


def _hash(name: str) -> int:
    """Qt's hash of resource names, by which a folder's entries are sorted."""
    value = 0
    for sign in name:
        value = (value << 4) + ord(sign)
        value ^= (value & 0xF0000000) >> 23
        value &= 0x0FFFFFFF
    return value
