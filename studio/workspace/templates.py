"""What new sessions begin with: templates that the person saved, the last choice, tools files and MCP servers that are known.

Above: `workspace`, the page of a new session. Below: the settings, in which all of it is kept. Runs nothing, asks nobody.
"""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from studio.session.mcp_servers import McpServer
from studio.session.setup import Setup, ToolFile
from studio.store.settings import SettingsError, SettingsFile, Template
from studio.workspace import demo

__all__ = ["MOST_SERVERS", "TEMPLATES", "Template", "Templates"]

MOST_SERVERS = 20
TEMPLATES = ("empty", "tools")
"""Ids of the templates that come with the program."""


class Templates:
    """Those of one run of the program."""

    def __init__(self, settings: SettingsFile) -> None:
        self._settings = settings

    def bundled(self, id: str) -> Template:
        """A template that comes with the program: the profile used last, and the limits of the settings."""
        values = self._settings.values
        liked = {name: getattr(values.running, name) for name in ("tokens", "cost", "seconds")}
        chosen = Template(name="", profile=values.last_profile, **liked)
        return replace(chosen, files=[str(demo.tools_path())]) if id == "tools" else chosen

    def saved(self) -> tuple[Template, ...]:
        """The person's own, in the order of their names."""
        return tuple(sorted(self._settings.values.templates, key=lambda each: each.name.casefold()))

    def named(self, name: str) -> Template | None:
        """The template of that name."""
        return next((each for each in self._settings.values.templates if each.name == name), None)

    def save(self, template: Template) -> None:
        """Keep a template; one of that name gives its place. Raises SettingsError."""
        values = self._settings.values
        values.templates = [*(each for each in values.templates if each.name != template.name), template]
        self._settings.save()

    def delete(self, name: str) -> None:
        """Let a template go. Raises SettingsError."""
        values = self._settings.values
        values.templates = [each for each in values.templates if each.name != name]
        self._settings.save()

    @property
    def last(self) -> Template:
        """What was chosen for the last new session, without its message; before the first one an empty one."""
        last = self._settings.values.last_new
        return last if last != Template(name="") else self.bundled("empty")

    def remember(self, chosen: Template) -> None:
        """Begin the next new session with this, but for its message. That this cannot be kept stops no session."""
        values = self._settings.values
        values.last_new, values.last_profile = replace(chosen, name="", message=""), chosen.profile
        with suppress(SettingsError):
            self._settings.save()

    def known_files(self) -> tuple[str, ...]:
        """Tools files that were trusted or chosen before, the last ones first."""
        values = self._settings.values
        trusted = [each.path for each in reversed(values.trusted) if each.path.endswith(".py")]
        chosen = [path for each in values.templates for path in each.files]
        return tuple(dict.fromkeys([*values.last_new.files, *trusted, *chosen]))

    def known_servers(self) -> tuple[McpServer, ...]:
        """MCP servers that sessions used, the last ones first."""
        found: list[McpServer] = []
        for each in self._settings.values.servers:
            with suppress(msgspec.ValidationError):
                found.append(msgspec.convert(each, McpServer))
        return tuple(found)

    def keep_servers(self, servers: Iterable[McpServer]) -> None:
        """Know these from now on. That this cannot be kept stops nothing."""
        fresh = {server.name: msgspec.to_builtins(server) for server in servers}
        values = self._settings.values
        kept = [*fresh.values(), *(each for each in values.servers if each.get("name") not in fresh)][:MOST_SERVERS]
        if kept != values.servers:
            values.servers = kept
            with suppress(SettingsError):
                self._settings.save()

    def setup(self, chosen: Template, liked: Setup) -> Setup:
        """The settings of a session that begins with this; `liked` says who answers and all that is not chosen here."""
        interpreter = self._settings.values.interpreter
        limits = {name: getattr(chosen, name) for name in ("tokens", "cost", "seconds")}
        return replace(
            liked,
            system=chosen.system.strip() or None,
            files=tuple(ToolFile(str(Path(path).absolute()), interpreter) for path in dict.fromkeys(chosen.files)),
            servers=tuple(server for server in self.known_servers() if server.name in chosen.servers),
            max_round_trips=chosen.round_trips or liked.max_round_trips,
            limits=replace(liked.limits, **limits),
        )
