"""Opening a session of 50 MB: the index, the head, every event. Run: python tests/bench/big_session.py

Beside each figure stands its floor from the same run: finding the line ends, or parsing every line and doing nothing with it.
"""

import gc
import tempfile
import time
from pathlib import Path

import msgspec

from studio.session.tree import Tree
from studio.store import session_file
from tests.bench import rounds


def spent(work: object) -> float:
    """Seconds of processor time that calling `work` takes."""
    gc.collect()
    began = time.process_time()
    work()  # type: ignore[operator]
    return time.process_time() - began


def all_events(tree: Tree) -> None:
    for node in tree.path(tree.last):
        tree.event(node)


def main() -> None:
    path = Path(tempfile.mkdtemp()) / "big.tcsession"
    rounds.RESULT = "The order has been shipped and will arrive soon. " * 210
    rounds.run(path, 4800)
    data = path.read_bytes()
    lines = data.splitlines()
    print(f"{len(data) / 1e6:.1f} MB, {len(lines)} lines")
    index_floor = spent(lambda: path.read_bytes().split(b"\n"))
    parse_floor = spent(lambda: [msgspec.json.decode(line) for line in lines])
    read = session_file.read(path)
    rounds.line(
        "to browse (index of lines and heads)", spent(lambda: session_file.read(path)), index_floor, "s ", "0.15 s"
    )
    rounds.line("the state at the head", spent(lambda: read.tree.state(read.head)), parse_floor, "s ", "-")
    rounds.line(
        "every event read", spent(lambda: all_events(session_file.read(path).tree)), parse_floor, "s ", "0.35 s"
    )


if __name__ == "__main__":
    main()
