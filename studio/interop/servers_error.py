"""The error of a file of MCP servers: which file, where in it, and why.

Above: the rest of the reader. Below: `problems`.
"""

from studio.problems import StudioError
from studio.said import ended, said

FORMS = said(
    'Servers are read as desktop clients keep them: {{"mcpServers": {{"NAME": {{"command": …, '
    '"args": […], "env": {{…}}}}}}}}, or {{"url": …, "headers": {{…}}}} for a server that is reached '
    'by HTTP; also "servers", a map of names alone, or one server.'
)

_LONGEST_PLACE = 200


class ServersFileError(StudioError):
    """A file or a text whose servers cannot be read. `place` is the way to what is wrong, such as `mcpServers.git.args[2]`."""

    def __init__(self, name: str, place: str, why: str, *, forms: bool = False) -> None:
        place = place if len(place) <= _LONGEST_PLACE else f"{place[:_LONGEST_PLACE]}…"
        where = f"{name or 'The text'}{', ' + place if place else ''}"
        super().__init__(ended(said("{where}: {why}", where=where, why=why)), FORMS if forms else "")
        self.place = place
