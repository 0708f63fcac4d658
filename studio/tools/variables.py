"""What the environment holds for executors, filled in only when a tool runs and blanked from then on.

Above: `http_endpoint`, `command_line`, `workspace`. Below: `filled`, `wire/redact`.
"""

from collections.abc import Iterable, Mapping

from studio.said import said
from studio.tools.filled import UnfilledError, fill_variables
from studio.wire.redact import Redactor

ORDINARY = frozenset(
    (
        "HOME",
        "HOST",
        "HOSTNAME",
        "LANG",
        "LOGNAME",
        "PATH",
        "PWD",
        "SHELL",
        "TEMP",
        "TERM",
        "TMP",
        "TMPDIR",
        "TZ",
        "USER",
    )
)
"""Variables that hold no secret: blanking what they hold would blank half of every session file."""


class Variables:
    """The variables of `environ`; what is taken from them is registered with `redactor`."""

    def __init__(self, environ: Mapping[str, str], redactor: Redactor) -> None:
        self.redactor = redactor
        self._environ = environ

    def knows(self, name: str) -> bool:
        """Whether a variable is set; nothing is registered."""
        return name in self._environ

    def value(self, name: str) -> str:
        """What a variable holds, registered for blanking. Raises UnfilledError when it is not set."""
        held = self._environ.get(name)
        if held is None:
            raise UnfilledError(said("The environment variable {name} is not set.", name=name))
        if name not in ORDINARY:
            self.redactor.register(held)
        return held

    def filled(self, template: str) -> str:
        """A text with its `${NAME}`s replaced. Raises UnfilledError."""
        return fill_variables(template, self.value)

    def missing(self, names: Iterable[str]) -> str:
        """The first of these variables that is not set; empty when all are. The others are blanked from now on."""
        for name in names:
            try:
                self.value(name)
            except UnfilledError:
                return name
        return ""

    def head(self, data: bytes, most: int) -> bytes:
        """The first `most` bytes, without the beginning of a secret that the cut went through."""
        return self.redactor.running().feed(data[:most])
