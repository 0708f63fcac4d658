"""The tools of a request as their provider takes them: each shaped once, with a remark on what was changed or could not be declared.

Above: `engine/compose`, `workspace`. Below: `tool_shape`, `traits`. A session keeps its tools as they were declared; only what is sent
is shaped.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from studio.dialects.tool_shape import shape
from studio.dialects.tool_shape_values import Shaped, Target
from studio.dialects.traits import Traits
from studio.messages.remark import Remark
from studio.messages.toolspec import ToolSpec

_MOST_CODES = 4
"""Kinds of changes that one remark names; what else there is stands where the schema is shown."""

_STRICT: dict[Target, Target] = {"openai": "openai_strict", "anthropic": "anthropic_strict"}


def target_for(dialect: str, traits: Traits) -> Target:
    """Who takes the schemas of a dialect's requests."""
    match dialect:
        case "anthropic_messages":
            return "anthropic"
        case "ollama_chat":
            return "ollama"
        case _:
            return "openai" if traits.schemas != "gemini" else "gemini_compat"


class ToolShaping:
    """Shapes tools for one target; remembers what it made of each, so that a longer history costs nothing."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self._known: dict[tuple[int, bool], tuple[ToolSpec, ToolSpec | None, tuple[Remark, ...]]] = {}

    def shaped(self, spec: ToolSpec, *, strict: bool) -> Shaped:
        """The parameters of one tool as they are sent; what cannot be strict is not."""
        if "type" in spec.extra.get("entry", {}):
            return Shaped(spec.parameters)
        shaped, refused = self._strictly(spec, strict=strict)
        return shaped if refused is None else replace(shaped, not_strict=refused.problems)

    def tools(self, specs: Sequence[ToolSpec], *, strict: bool) -> tuple[tuple[ToolSpec, ...], tuple[Remark, ...]]:
        """The tools to declare, and the remarks on them. With `strict` they are declared so where the provider knows it."""
        known, self._known = self._known, {}
        made: list[ToolSpec] = []
        remarks: list[Remark] = []
        for spec in specs:
            key = (id(spec), strict)
            # The declaration is kept beside: an id is that of one value as long as it lives.
            found = known.get(key) or (spec, *self._made(spec, strict=strict))
            self._known[key] = found
            if found[1] is not None:
                made.append(found[1])
            remarks += found[2]
        if strict and specs and self.target not in _STRICT:
            remarks.append(Remark("strict_not_known"))
        return tuple(made), tuple(remarks)

    def _made(self, spec: ToolSpec, *, strict: bool) -> tuple[ToolSpec | None, tuple[Remark, ...]]:
        if "type" in spec.extra.get("entry", {}):
            return spec, ()
        shaped, refused = self._strictly(spec, strict=strict)
        if shaped.problems:
            first = shaped.problems[0]
            return None, (Remark("schema_not_sent", f"{spec.name}: {_said(first.code, first.at, first.detail)}"),)
        remarks = []
        if refused is not None:
            first = refused.problems[0]
            remarks.append(Remark("not_strict", f"{spec.name}: {_said('', first.at, first.detail)}"))
        if shaped.changes:
            remarks.append(Remark("schema_shaped", f"{spec.name}: {_counted(shaped)}"))
        return _declared(spec, shaped, refused, strict=_wants_strict(spec, strict=strict)), tuple(remarks)

    def _strictly(self, spec: ToolSpec, *, strict: bool) -> tuple[Shaped, Shaped | None]:
        """The schema to send, and what came of strict mode where it could not be."""
        target = _STRICT.get(self.target)
        if target is None or not _wants_strict(spec, strict=strict):
            return shape(spec.parameters, self.target), None
        shaped = shape(spec.parameters, target)
        if any(problem.code == "not_strict_compatible" for problem in shaped.problems):
            return shape(spec.parameters, self.target), shaped
        return shaped, None


def _wants_strict(spec: ToolSpec, *, strict: bool) -> bool:
    """What a declaration says of itself goes before the session's choice."""
    own = spec.extra.get("strict")
    return own if isinstance(own, bool) else strict


def _declared(spec: ToolSpec, shaped: Shaped, refused: Shaped | None, *, strict: bool) -> ToolSpec:
    """The tool as it is written; the same one where nothing is said otherwise."""
    extra = spec.extra
    if refused is not None and "strict" in extra:
        extra = {**extra, "strict": False}
    elif refused is None and strict and shaped.target in _STRICT.values():
        extra = {**extra, "strict": True}
    same = shaped.schema is spec.parameters and extra == spec.extra
    return spec if same else replace(spec, parameters=shaped.schema, extra=extra)


def _said(code: str, at: str, detail: str) -> str:
    words = " ".join(filter(None, (code.replace("_", " "), detail)))
    return f"{words} ({at})" if at else words


def _counted(shaped: Shaped) -> str:
    """The kinds of changes and how often each was made: `made required (3), closed`."""
    counts = Counter(change.code for change in shaped.changes)
    said = [code.replace("_", " ") + (f" ({n})" if n > 1 else "") for code, n in counts.items()]
    return ", ".join(said[:_MOST_CODES]) + (", …" if len(said) > _MOST_CODES else "")
