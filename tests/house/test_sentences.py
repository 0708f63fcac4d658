"""What goes wrong can be said in every language of the window: errors keep their templates, and the window says them by its own words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.tree import STUDIO, name_of, parsed, python_files

ENGLISH_ONLY = ("cli", "testing")
"""Fronts without a window."""
WORKER = STUDIO / "tools" / "worker"  # its texts stand in tools/worker_words.py
GUI = STUDIO / "gui"
OTHERS_WORDS = {
    "studio/tools/fitted.py",  # puts a full stop behind what msgspec says
}


def _rooms() -> list[Path]:
    files = python_files("studio")
    return [
        path for path in files if path.relative_to(STUDIO).parts[0] not in ENGLISH_ONLY and WORKER not in path.parents
    ]


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _errors() -> dict[str, list[str]]:
    """The names of the family, each with the parameters of its constructor."""
    bases = {node.name: node for path in _rooms() for node in ast.walk(parsed(path)) if isinstance(node, ast.ClassDef)}
    made = {"StudioError": ["sentence", "help"]}
    for _ in range(4):  # deep enough for the family
        for name, node in bases.items():
            above = next((each for each in map(_name, node.bases) if each in made), None)
            if above is not None:
                own = next((f for f in node.body if isinstance(f, ast.FunctionDef) and f.name == "__init__"), None)
                made[name] = [arg.arg for arg in own.args.args[1:]] if own is not None else made[above]
    return made


def _plain_texts(node: ast.expr) -> Iterator[ast.expr]:
    """Literal texts for people within an argument."""
    match node:
        case ast.Constant(value=str(text)) if " " in text:
            yield node
        case ast.JoinedStr():
            yield node
        case ast.IfExp(body=body, orelse=other):
            yield from (*_plain_texts(body), *_plain_texts(other))
        case ast.BinOp(left=left, right=right):
            yield from (*_plain_texts(left), *_plain_texts(right))
        case ast.BoolOp(values=values):
            yield from (text for each in values for text in _plain_texts(each))
        case _:
            pass


def _raised_plain(path: Path, errors: dict[str, list[str]]) -> Iterator[str]:
    for call in (node for node in ast.walk(parsed(path)) if isinstance(node, ast.Call)):
        names = errors.get(_name(call.func), [])
        given = [*zip(names, call.args, strict=False), *((word.arg or "", word.value) for word in call.keywords)]
        said = (value for name, value in given if name in ("sentence", "help", "why"))
        yield from (f"{name_of(path)}:{text.lineno}" for value in said if names for text in _plain_texts(value))


def test_every_error_of_the_core_keeps_its_template() -> None:
    """`raise SomeError(said("There is no tool named {name}.", name=name))`: a plain text stays English in a Chinese window."""
    errors = _errors()
    assert len(errors) > 50
    files = [path for path in _rooms() if GUI not in path.parents and name_of(path) not in OTHERS_WORDS]
    assert [place for path in files for place in _raised_plain(path, errors)] == []


def _of_family(handler: ast.ExceptHandler, errors: dict[str, list[str]]) -> bool:
    return handler.type is not None and any(name in errors for name in re.findall(r"\w+", ast.unparse(handler.type)))


def _told_raw(path: Path, errors: dict[str, list[str]]) -> Iterator[str]:
    """`str(error)`, `error.sentence` and `{error}` of what was caught."""
    handlers = [node for node in ast.walk(parsed(path)) if isinstance(node, ast.ExceptHandler)]
    for handler in (each for each in handlers if each.name and _of_family(each, errors)):
        for node in (each for part in handler.body for each in ast.walk(part)):
            match node:
                case ast.Call(func=ast.Name(id="str"), args=[ast.Name(id=name)]) if name == handler.name:
                    yield f"{name_of(path)}:{node.lineno}"
                case ast.FormattedValue(value=ast.Name(id=name)) if name == handler.name:
                    yield f"{name_of(path)}:{handler.lineno}"
                case ast.Attribute(value=ast.Name(id=name), attr="sentence" | "help") if name == handler.name:
                    yield f"{name_of(path)}:{node.lineno}"


ENGLISH_PARTS = {"studio/gui/dialogs/profile_form.py"}  # takes the name of the field from before the colon


def test_the_window_says_errors_in_its_own_language() -> None:
    """By `words.told_error(error)`, or `words.sentence(error.said)` and `error.advice`; `str(error)` is English."""
    errors = _errors()
    files = [path for path in python_files("studio") if GUI in path.parents and name_of(path) not in ENGLISH_PARTS]
    assert [place for path in files for place in _told_raw(path, errors)] == []


def test_every_sentence_is_given_what_its_places_name() -> None:
    wrong = []
    for path in _rooms():
        calls = (node for node in ast.walk(parsed(path)) if isinstance(node, ast.Call) and _name(node.func) == "said")
        for call in calls:
            given, names = call.args[0] if call.args else None, {word.arg for word in call.keywords}
            if isinstance(given, ast.Constant) and isinstance(given.value, str) and None not in names:
                places = set(re.findall(r"(?<!\{)(?:\{\{)*\{(\w+)\}", given.value))
                wrong += [f"{name_of(path)}:{call.lineno}"] if places != names else []
    assert wrong == []


def test_a_plain_error_and_a_raw_one_are_seen() -> None:
    errors = {"EditRefusedError": ["sentence", "help"]}
    tree = ast.parse('raise EditRefusedError(f"No {x}.", said("Ok.") if y else "Write one.")')
    call = next(node for node in ast.walk(tree) if isinstance(node, ast.Call))
    assert [len(list(_plain_texts(arg))) for arg in call.args] == [1, 1]
    handler = ast.parse("try: f()\nexcept EditRefusedError as error: g(str(error))").body[0]
    assert isinstance(handler, ast.Try)
    assert _of_family(handler.handlers[0], errors)
