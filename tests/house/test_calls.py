"""Calls that lint cannot see, since they go through an object: tasks started past `tasks.spawn`, dialogs that block."""

import ast

from tests.house.tree import STUDIO, name_of, parsed, python_files

BANNED = {"create_task", "ensure_future", "processEvents", "run_until_complete"}
WORKER = STUDIO / "tools" / "worker"  # runs under another Python and may not import the program
MAY_START_TASKS = {"studio/tasks.py", "studio/gui/app.py", "studio/__main__.py"}


def _banned_calls(tree: ast.Module, banned: set[str]) -> list[str]:
    """`line name` of each call of a banned method; a TaskGroup named `group` keeps its own tasks."""
    called = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    methods = [(node.lineno, node.func) for node in called if isinstance(node.func, ast.Attribute)]
    return [
        f"{line} {method.attr}" for line, method in methods if method.attr in banned and not _is_group(method.value)
    ]


def _is_group(receiver: ast.expr) -> bool:
    return isinstance(receiver, ast.Name) and receiver.id.endswith("group")


def test_a_banned_call_is_seen() -> None:
    tree = ast.parse("loop.create_task(f())\nasync_group.create_task(f())\nx.y.exec()\n")
    assert _banned_calls(tree, BANNED | {"exec"}) == ["1 create_task", "3 exec"]


def test_tasks_start_through_spawn_alone() -> None:
    own = [path for path in python_files("studio") if WORKER not in path.parents]
    files = [path for path in own if name_of(path) not in MAY_START_TASKS]
    found = {name_of(path): calls for path in files if (calls := _banned_calls(parsed(path), BANNED))}
    assert found == {}


def test_nobody_walks_the_focus_chain() -> None:
    """PySide6 takes the widget that these return for a child of the one asked, and lets it die with it."""
    chain = {"nextInFocusChain", "previousInFocusChain"}
    files = python_files("studio")
    assert {name_of(path): calls for path in files if (calls := _banned_calls(parsed(path), chain))} == {}


def test_no_dialog_blocks() -> None:
    files = [path for path in python_files("studio") if STUDIO / "gui" in path.parents and path.name != "app.py"]
    found = {name_of(path): calls for path in files if (calls := _banned_calls(parsed(path), {"exec", "exec_"}))}
    assert found == {}
