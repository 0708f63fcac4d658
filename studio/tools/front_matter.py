"""The front matter of a Markdown file: YAML between two lines `---`, taken apart into texts. Nothing of it becomes an object.

Above: `skill_folder`. Below: PyYAML, of which only the reading into nodes is used, so that every value stays as it is written.
"""

from collections.abc import Iterator

import msgspec
import yaml

from studio.problems import StudioError
from studio.said import said

Value = str | tuple[str, ...] | dict[str, str]
MOST_OF_FRONT = 32_000
"""Characters between the lines `---`: what is no front matter at all takes long to be read as one."""
_FORM = said("It begins with a line ---, then `name: …` and `description: …`, then a line ---.")


class FrontMatterError(StudioError):
    """A front matter that cannot be read; the sentence names the line."""


class FrontMatter(msgspec.Struct, frozen=True):
    """`members` by name, `lines` where each begins, from 1; `body` is the text after it; `deep` names members that are nested deeper
    than a list or a map of texts, and are left out."""

    members: dict[str, Value]
    lines: dict[str, int]
    body: str
    deep: tuple[str, ...] = ()


def read_front_matter(text: str, name: str) -> FrontMatter:
    """The front matter of the file `name`. Raises FrontMatterError."""
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        raise FrontMatterError(said("{name}, line 1: there is no front matter.", name=name), _FORM)
    end = next((at for at, line in enumerate(lines) if at and line.rstrip() == "---"), None)
    if end is None:
        raise FrontMatterError(said("{name}: its front matter has no end.", name=name), _FORM)
    front = "\n".join(lines[1:end])
    if len(front) > MOST_OF_FRONT:
        raise FrontMatterError(
            said(
                "{name}: its front matter is longer than {most} characters.",
                name=name,
                most=MOST_OF_FRONT,
            ),
            _FORM,
        )
    members: dict[str, Value] = {}
    places: dict[str, int] = {}
    deep: list[str] = []
    for key, line, node in _pairs(front, name):
        if key in places:
            raise FrontMatterError(
                said("{name}, line {line}: {key} stands there twice.", name=name, line=line, key=key),
                said("Take one of them away."),
            )
        places[key] = line
        value = _value(node)
        if value is None:
            deep.append(key)
        else:
            members[key] = value
    return FrontMatter(members, places, "\n".join(lines[end + 1 :]).strip("\n"), tuple(deep))


def _pairs(text: str, name: str) -> Iterator[tuple[str, int, yaml.Node]]:
    """Each member with its line in the file."""
    root = _root(text, name)
    if root is None:
        return
    if not isinstance(root, yaml.MappingNode):
        raise FrontMatterError(said("{name}, line 2: the front matter is no list of `name: value`.", name=name), _FORM)
    for key, value in root.value:
        line = key.start_mark.line + 2
        if not isinstance(key, yaml.ScalarNode):
            raise FrontMatterError(said("{name}, line {line}: a name has to be a word.", name=name, line=line), _FORM)
        yield _whole(key.value), line, value


def _root(text: str, name: str) -> yaml.Node | None:
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = said(", line {n}", n=error.problem_mark.line + 2) if error.problem_mark is not None else ""
        why = error.problem or said("it is no YAML")
        raise FrontMatterError(
            said("{name}{line}: {why}.", name=name, line=line, why=why),
            said('A value that holds ": " or " #" stands in quotes.'),
        ) from None
    except (yaml.YAMLError, RecursionError):
        raise FrontMatterError(said("{name}: its front matter is no YAML.", name=name), _FORM) from None


def _value(node: yaml.Node) -> Value | None:
    """A text, a list of texts, or a map of texts; None for anything deeper."""
    if isinstance(node, yaml.ScalarNode):
        return _text(node)
    children = [pair[1] for pair in node.value] if isinstance(node, yaml.MappingNode) else node.value
    names = [pair[0] for pair in node.value] if isinstance(node, yaml.MappingNode) else []
    if not all(isinstance(child, yaml.ScalarNode) for child in (*children, *names)):
        return None
    texts = [_text(child) for child in children]
    return {_whole(key.value): text for key, text in zip(names, texts, strict=True)} if names else tuple(texts)


def _text(node: yaml.ScalarNode) -> str:
    return "" if node.tag == "tag:yaml.org,2002:null" else _whole(node.value)


def _whole(text: str) -> str:
    """Without halves of characters, which `"\\ud800"` makes and no file takes."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
