"""One declared tool in the form of whoever wrote it, as a neutral one.

Above: `declarations`. Below: the dialects' readers of tools, `declared_entry`. The members of an entry say whose it is.
"""

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from msgspec.structs import replace

from studio.dialects import anthropic_read_tools, function_tools, openai_responses_read
from studio.interop.declared_entry import FORMS, DeclarationsError, Format, Read
from studio.messages.toolspec import ToolSpec, no_parameters
from studio.said import said

_SCHEMA_TYPES = frozenset(("object", "array", "string", "number", "integer", "boolean", "null"))
_DATED = re.compile(r"_\d{8}$")
"""How Anthropic names the tools that it runs or defines itself."""


def read_entry(entry: Any, name: str, place: str) -> Iterator[Read]:
    """The tools of one entry; one, but for Gemini's, which groups them."""
    if not isinstance(entry, dict):
        raise DeclarationsError(name, place, said("a tool has to be an object"))
    for key in ("functionDeclarations", "function_declarations"):
        if isinstance(entry.get(key), list):
            for at, one in enumerate(entry[key]):
                yield _One(one, name, f"{place}{'.' if place else ''}{key}[{at}]").plain("gemini")
            return
    yield _One(entry, name, place).read()


class _One:
    """One entry at its place."""

    def __init__(self, entry: Any, name: str, place: str) -> None:
        if not isinstance(entry, dict):
            raise DeclarationsError(name, place, said("a tool has to be an object"))
        self._entry = entry
        self._name = name
        self._place = place

    def read(self) -> Read:
        """The tool, by the members that the entry has."""
        entry, kind = self._entry, self._entry.get("type")
        if "lc" in entry:
            return self._dumped()
        if isinstance(entry.get("function"), dict):
            return self._openai_chat()
        if "inputSchema" in entry or "annotations" in entry:
            return self._mcp()
        if "input_schema" in entry:
            return self._anthropic()
        if "args_schema" in entry or "args" in entry:
            return self._langchain(entry)
        if isinstance(kind, str) and kind and kind not in _SCHEMA_TYPES:
            return self._responses() if kind == "function" else self._own(kind)
        if "name" in entry and (entry.keys() == {"name"} or {"description", "parameters"} & entry.keys()):
            return self.plain("functions")
        if {"properties", "$ref", "title"} & entry.keys() or kind == "object":
            return self._json_schema()
        raise self._wrong(said("this is no tool that can be read here. {forms}", forms=FORMS))

    def plain(self, format: Format) -> Read:
        """Name, words and parameters, as the old `functions` and Gemini have them."""
        entry = self._entry
        key = next((key for key in ("parametersJsonSchema", "parameters") if key in entry), "")
        schema = self._schema(key) if key else no_parameters()
        notes = () if key else (said("{named}: it declares no parameters.", named=self._named()),)
        if format == "gemini":
            schema = _lower(schema)
        return self._made(ToolSpec(self._named(), self._words(), schema), format, notes)

    def _openai_chat(self) -> Read:
        self._named(self._entry["function"], "function.")
        self._schema("parameters", self._entry["function"], "function.")
        return self._made(function_tools.read_tool(self._entry, self._place, "openai_chat"), "openai_chat")

    def _responses(self) -> Read:
        self._named()
        self._schema("parameters")
        spec = openai_responses_read.read_tool(self._entry, self._place)
        return self._made(_bound(spec, "openai_responses"), "openai_responses")

    def _anthropic(self) -> Read:
        self._named()
        self._schema("input_schema")
        spec = anthropic_read_tools.read_tool(self._entry, self._place)
        return self._made(_bound(spec, "anthropic_messages"), "anthropic_messages")

    def _own(self, kind: str) -> Read:
        """A tool that only its provider can run or read: kept whole, and sent to no other."""
        if _DATED.search(kind) or kind == "mcp_toolset":
            spec = _bound(anthropic_read_tools.read_tool(self._entry, self._place), "anthropic_messages")
            format: Format = "anthropic_messages"
        elif isinstance(self._entry.get(kind), dict):
            spec, format = function_tools.read_tool(self._entry, self._place, "openai_chat"), "openai_chat"
        else:
            spec = _bound(openai_responses_read.read_tool(self._entry, self._place), "openai_responses")
            format = "openai_responses"
        return self._made(
            spec,
            format,
            (said("{tool}: only the provider runs a tool of the kind {kind}.", tool=spec.name, kind=kind),),
        )

    def _mcp(self) -> Read:
        entry = self._entry
        hints = entry.get("annotations")
        hints = hints if isinstance(hints, dict) else {}
        kept = {key: entry[key] for key in ("title", "annotations", "outputSchema", "_meta", "icons") if key in entry}
        spec = ToolSpec(
            self._named(),
            self._words(),
            self._schema("inputSchema"),
            sensitive=hints.get("destructiveHint") is True and hints.get("readOnlyHint") is not True,
            idempotent=hints.get("idempotentHint") is True or hints.get("readOnlyHint") is True,
            metadata={"mcp": kept} if kept else {},
        )
        return self._made(spec, "mcp")

    def _dumped(self) -> Read:
        """LangChain's `dumpd`: what can be made again holds its members, a tool made of a function holds no schema."""
        members = self._entry.get("kwargs")
        if isinstance(members, dict) and "name" in members:
            return self._langchain(members)
        name = str(self._entry.get("name") or self._entry.get("id") or "a tool")
        why = said(
            "{name}: LangChain's dump of it holds no schema; write it with convert_to_openai_tool or model_dump_json.",
            name=name,
        )
        return Read(None, "langchain", self._place, (why,))

    def _langchain(self, members: dict[str, Any]) -> Read:
        name = self._named(members)
        notes: tuple[str, ...] = ()
        if isinstance(members.get("args_schema"), dict):
            schema = {key: one for key, one in members["args_schema"].items() if key not in ("title", "description")}
        elif isinstance(members.get("args"), dict):
            schema, notes = of_arguments(members["args"]), (f"{name}: {REQUIRED}",)
        else:
            schema = self._schema("parameters", members)
        metadata = members.get("metadata")
        spec = ToolSpec(
            name,
            str(members.get("description") or ""),
            schema,
            return_behavior="immediate" if members.get("return_direct") is True else "to_llm",
            metadata=metadata if isinstance(metadata, dict) else {},
        )
        return self._made(spec, "langchain", notes)

    def _json_schema(self) -> Read:
        """A bare schema: its title is the name, its description the words."""
        entry = self._entry
        title = str(entry.get("title") or PurePath(self._name).name.split(".")[0])
        name = re.sub(r"\W+", "_", title, flags=re.ASCII).strip("_")
        if not name:
            raise self._wrong(said("the schema has no title to name the tool by"))
        schema = {key: value for key, value in entry.items() if key not in ("title", "description")}
        notes = (
            () if name == entry.get("title") else (said("{name}: named after {title}.", name=name, title=f"{title!r}"),)
        )
        return self._made(ToolSpec(name, self._words(), schema), "json_schema", notes)

    def _made(self, spec: ToolSpec, format: Format, notes: tuple[str, ...] = ()) -> Read:
        return Read(spec, format, self._place, notes)

    def _named(self, members: dict[str, Any] | None = None, way: str = "") -> str:
        name = (self._entry if members is None else members).get("name")
        if not isinstance(name, str) or not name.strip():
            raise self._wrong(said("it has no name"), f"{way}name")
        return name

    def _words(self) -> str:
        words = self._entry.get("description")
        return words if isinstance(words, str) else ""

    def _schema(self, key: str, members: dict[str, Any] | None = None, way: str = "") -> dict[str, Any]:
        schema = (self._entry if members is None else members).get(key)
        if schema is None:
            return no_parameters()
        if not isinstance(schema, dict):
            raise self._wrong(said("the parameters have to be a JSON Schema, which is an object"), f"{way}{key}")
        return schema

    def _wrong(self, why: str, way: str = "") -> DeclarationsError:
        dot = "." if self._place and way else ""
        return DeclarationsError(self._name, f"{self._place}{dot}{way}", why)


REQUIRED = said("the file does not say which arguments are required; those without a default are taken to be.")


def of_arguments(arguments: dict[str, Any]) -> dict[str, Any]:
    """The schema of arguments that are only listed by name."""
    required = [name for name, one in arguments.items() if isinstance(one, dict) and "default" not in one]
    return {"type": "object", "properties": arguments, **({"required": required} if required else {})}


def _bound(spec: ToolSpec, dialect: str) -> ToolSpec:
    """The tool with the dialect that its own members belong to; null says nothing."""
    extra = {key: value for key, value in spec.extra.items() if value is not None}
    return replace(spec, extra=extra, origin=dialect if extra else "")


def _lower(schema: Any) -> Any:
    """Gemini's own form writes types in capitals."""
    if isinstance(schema, dict):
        return {
            key: value.lower() if key == "type" and str(value).lower() in _SCHEMA_TYPES else _lower(value)
            for key, value in schema.items()
        }
    return [_lower(one) for one in schema] if isinstance(schema, list) else schema
