"""What all open sessions share: settings, profiles, keys, one HTTP client, one redactor.

Above: `wiring`, `workspace`. Below: `store`, `responders/profiles`. Keys are asked for when they are needed and registered for blanking.
"""

import os
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from studio import paths
from studio.problems import StudioError
from studio.session.setup import ToolFile
from studio.store.settings import SettingsError, SettingsFile, TrustedFile
from studio.tools.variables import Variables
from studio.wire.redact import Redactor, keys_in
from studio.workspace import wiring
from studio.workspace.connected import Connect
from studio.workspace.kept_in import KeptIn
from studio.workspace.prices import Prices
from studio.workspace.recent_sessions import kept
from studio.workspace.server_secrets import ServerSecrets

if TYPE_CHECKING:
    from studio.responders.profiles import Profile
    from studio.wire.http_client import HttpClient

_VARIABLE = re.compile(r"\$\{(\w+)\}")


class World:
    """Shared by the sessions of one program run. `environ` is where keys named by a variable are looked up."""

    def __init__(self, settings: SettingsFile, sessions: Path, environ: Mapping[str, str] = os.environ) -> None:
        """`sessions` is the usual folder of new sessions."""
        self.settings = settings
        self.kept_in = KeptIn(settings, sessions)
        self.prices = Prices(settings.values)
        self.redactor = Redactor()
        self.variables = Variables(environ, self.redactor)
        self.server_secrets = ServerSecrets(self.variables)
        self.connect: Connect = wiring.mcp_connection
        """How a connection to an MCP server is made."""
        self.load_mcp: Callable[[], None] | None = wiring.load_mcp
        """Loads the protocol before the first connection, in a thread."""
        self.stops_by_default = False
        """Whether a strategy that nobody chose is to stop: the window says so, a command does not."""
        self._environ = environ
        self._client: HttpClient | None = None
        self._session_profiles: dict[str, Profile] = {}
        self._trusted_now: set[ToolFile] = set()
        self.use_patterns()
        for value in settings.values.profiles:
            self._learn(value)

    @property
    def sessions(self) -> Path:
        """The folder where new sessions are kept."""
        return self.kept_in.now

    def use_patterns(self) -> None:
        """Blank what the person's patterns find, as they stand in the settings now."""
        self.redactor.use(wiring.own_blanks(self.settings.values.blanking) if self.settings.values.blanking else None)

    @property
    def profiles(self) -> "list[Profile]":
        """The person's profiles; those that do not fit any more are passed over."""
        return self._read()[0]

    @property
    def profile_problems(self) -> dict[str, str]:
        """The profiles that were passed over, by name, each with the sentence for what does not fit."""
        return self._read()[1]

    def _read(self) -> "tuple[list[Profile], dict[str, str]]":
        found: list[Profile] = []
        problems: dict[str, str] = {}
        for value in self.settings.values.profiles:
            try:
                found.append(wiring.read_profile(value))
            except StudioError as error:
                problems[str(value.get("name", ""))] = str(error)
        return found, problems

    def lend(self, profile: "Profile") -> None:
        """Know a profile for this run only (a command line named its address)."""
        self._session_profiles[profile.name] = profile
        self._learn(profile.model_dump())

    def take_back(self, profile: "Profile") -> None:
        """Forget a profile that was lent; that of the settings counts again."""
        self._session_profiles.pop(profile.name, None)

    def profile(self, name: str) -> "Profile | None":
        """The profile of that name."""
        return self._session_profiles.get(name) or next((one for one in self.profiles if one.name == name), None)

    def keep(self, profile: "Profile") -> None:
        """Add or replace a profile in the settings."""
        self.take_back(profile)
        kept, value = list(self.settings.values.profiles), profile.model_dump(mode="json", exclude_defaults=True)
        at = next((at for at, old in enumerate(kept) if old.get("name") == profile.name), len(kept))
        kept[at : at + 1] = [value]  # in its old place: the first profile is the one that new sessions begin with
        self.settings.values.profiles = kept
        self._learn(profile.model_dump())
        self.settings.save()

    def _learn(self, profile: Mapping[str, Any]) -> None:
        """Register what the environment holds for a profile at once: a secret may stand in what is written before it is used."""
        headers = profile.get("headers")
        texts = [*(headers.values() if isinstance(headers, dict) else ()), profile.get("proxy")]
        named = [name for text in texts if isinstance(text, str) for name in _VARIABLE.findall(text)]
        said = [profile.get(member) for member in ("name", "model", "dialect")]
        for name in (profile.get("key_env"), *named):
            held = self._environ.get(name) if isinstance(name, str) else None
            self.redactor.register(held if held not in said else None)
        for key in keys_in(str(profile.get("base_url", ""))):
            self.redactor.register(key if key not in said else None)

    def drop(self, name: str) -> None:
        """Remove a profile."""
        values = self.settings.values
        values.profiles = [value for value in values.profiles if value.get("name") != name]
        self.settings.save()

    def key(self, profile: "Profile") -> str | None:
        """The key of a profile, registered for blanking; None when it has none."""
        key = self._environ.get(profile.key_env) if profile.key_env else None
        if key is None and profile.key_ring:
            key = wiring.stored_key(profile.name)
        if key is not None and not profile.says_openly(key):
            self.redactor.register(key)
        return key

    def key_state(self, profile: "Profile") -> str:
        """`environment`, `stored`, `missing`, or `none` when the profile names no key."""
        if not profile.names_a_key:
            return "none"
        if profile.key_env and profile.key_env in self._environ:
            return "environment"
        return "stored" if profile.key_ring and self.key(profile) else "missing"

    def store_key(self, profile: "Profile", key: str) -> None:
        """Keep a key in the system's keyring; an empty one removes it. Raises KeyringError."""
        self.redactor.register(key)
        wiring.store_key(profile.name, key)

    def http(self) -> "HttpClient":
        """The one HTTP client."""
        if self._client is None:
            self._client = wiring.http_client()
        return self._client

    def trusts(self, file: ToolFile) -> bool:
        """Whether exactly this content under this interpreter is trusted (of a tool without a file: exactly this executor, see
        `runners`); what came with the program is."""
        if not file.interpreter and Path(file.path).is_relative_to(paths.resources()):
            return True
        return file in self._trusted_now or self._is_remembered(file)

    def trust(self, file: ToolFile, *, for_good: bool = True) -> None:
        """Trust a tools file as it is now; `for_good` remembers it."""
        self._trusted_now.add(file)
        if for_good and not self._is_remembered(file):
            names = (file.path, file.fingerprint, file.interpreter)
            trusted = TrustedFile(path=names[0], fingerprint=names[1], interpreter=names[2], when=int(time.time()))
            self.settings.values.trusted = [*self.settings.values.trusted[-200:], trusted]
            self.settings.save()

    def forget_trust(self, one: TrustedFile) -> None:
        """Trust a file or command no more: it is asked about again before it starts. What runs of it in an open session runs on."""
        self._trusted_now.discard(ToolFile(one.path, one.interpreter, one.fingerprint))
        self.settings.values.trusted = [each for each in self.settings.values.trusted if each != one]
        self.settings.save()

    def _is_remembered(self, file: ToolFile) -> bool:
        return any(
            (one.path, one.fingerprint, one.interpreter) == (file.path, file.fingerprint, file.interpreter)
            for one in self.settings.values.trusted
        )

    def remember(self, path: Path, moved_from: Path | None = None) -> None:
        """Put a session on top of the recent ones; `moved_from` is where it is no more. That this cannot be kept stops no session."""
        values, gone = self.settings.values, {str(path), str(moved_from)}
        if str(moved_from) in values.pinned:
            values.pinned = [str(path) if old == str(moved_from) else old for old in values.pinned]
        values.recent = kept([str(path), *(old for old in values.recent if old not in gone)], values.pinned)
        with suppress(SettingsError):
            self.settings.save()

    async def close(self) -> None:
        """Close the HTTP client."""
        if self._client is not None:
            await self._client.close()
            self._client = None
