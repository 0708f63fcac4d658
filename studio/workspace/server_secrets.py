"""What `${NAME}` of an MCP server stands for: the environment first, then the keyring; blanked everywhere from then on.

Above: `world`. Below: `wiring`, `tools/variables`. Where there is no keyring a key is kept for this run of the program; never in a file.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from studio.problems import StudioError
from studio.said import said
from studio.tools.filled import UnfilledError
from studio.workspace import wiring
from studio.workspace.server_ways import secret_of

if TYPE_CHECKING:
    from studio.tools.variables import Variables


class ServerSecrets:
    """The secrets of servers, by server and name; an empty name is the bearer token."""

    def __init__(self, variables: "Variables") -> None:
        self._variables = variables
        self._for_this_run: dict[str, str] = {}

    def value(self, server: str, name: str) -> str:
        """What `${name}` of a server stands for. Raises UnfilledError when it holds nothing."""
        if self._variables.knows(name):
            return self._variables.value(name)
        held = self._stored(server, name)
        if held is None:
            raise UnfilledError(
                said("The server {server} needs ${{{name}}}, which holds nothing.", server=server, name=name),
                said("Set that environment variable, or keep its value in the keyring."),
            )
        return held

    def token(self, server: str) -> str | None:
        """The bearer token of a server; None when none is kept."""
        return self._stored(server, "")

    def unset(self, server: str, names: Iterable[str]) -> str:
        """The first of these names that holds nothing; empty when all do."""
        return next(
            (name for name in names if not self._variables.knows(name) and self._stored(server, name) is None), ""
        )

    def store(self, server: str, name: str, value: str) -> None:
        """Keep a secret in the keyring; an empty one removes it. Raises KeyringError."""
        self._variables.redactor.register(value)
        self._for_this_run.pop(secret_of(server, name), None)
        wiring.store_key(secret_of(server, name), value)

    def keep(self, server: str, name: str, value: str, *, for_good: bool = True) -> None:
        """Keep a secret in the keyring; where there is none, or not `for_good`, for this run."""
        self._variables.redactor.register(value)
        try:
            if for_good:
                self.store(server, name, value)
                if self._stored(server, name) == value:  # there are keyrings that take everything and keep nothing
                    return
        except StudioError:
            pass
        self._for_this_run[secret_of(server, name)] = value

    def only_now(self, server: str) -> bool:
        """Whether a secret of a server is kept for this run alone."""
        return any(key.startswith(secret_of(server)) for key in self._for_this_run)

    def rename(self, server: str, new: str, names: Iterable[str]) -> None:
        """A server has another name: it finds there what was kept under the old one."""
        for name in ("", *names):
            held = self._stored(server, name)
            if held is not None:
                self.keep(new, name, held, for_good=secret_of(server, name) not in self._for_this_run)

    def _stored(self, server: str, name: str) -> str | None:
        key = secret_of(server, name)
        held = self._for_this_run.get(key)
        if held is None:
            with suppress(StudioError):
                held = wiring.stored_key(key)
        self._variables.redactor.register(held)
        return held
