"""Promise and test are tied both ways: no promise without a flow test, no test of a promise that nobody made.

What the window promises (G, H) is shown by a test of the window.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.requirements import PROMISES

TESTS = Path(__file__).resolve().parent.parent


def test_each_promise_is_shown_by_a_flow_test_or_a_test_of_the_window_and_each_mark_names_a_promise() -> None:
    marked = {file: set(_marks(file)) for file in TESTS.rglob("test_*.py")}
    named = set().union(*marked.values())
    in_flows = set().union(*(ids for file, ids in marked.items() if file.parent.name == "flow"))
    in_windows = set().union(*(ids for file, ids in marked.items() if TESTS / "gui" in file.parents))
    assert named <= set(PROMISES)
    of_window = {id for id in PROMISES if id[0] in "GH"}
    assert (set(PROMISES) - of_window - in_flows, of_window - in_windows) == (set(), set())


def _marks(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.promise":
            assert isinstance(node.args[0], ast.Constant), f"{file.name}: the id of a promise is a plain text"
            yield str(node.args[0].value)
