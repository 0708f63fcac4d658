"""The person's settings as one JSON file: read with care, written whole or not at all. Holds no key.

Above: `workspace`. Below: msgspec, for it is read before the first paint. Profiles are plain values here.
"""

import json
import os
from pathlib import Path
from typing import Any, Literal

import msgspec

from studio.problems import StudioError


class SettingsError(StudioError):
    """The settings cannot be written."""


class TrustedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A tools file that the person trusts, exactly as it was then and under that interpreter."""

    path: str
    fingerprint: str
    interpreter: str = ""


class Settings(msgspec.Struct):
    """What is remembered between runs."""

    profiles: list[dict[str, Any]] = []
    last_profile: str = ""
    theme: Literal["system", "light", "dark", "high_contrast"] = "system"
    language: str = ""
    text_scale: int = 100
    trusted: list[TrustedFile] = []
    recent: list[str] = []
    interpreter: str = ""
    window: dict[str, str] = {}
    hidden_rows: list[str] = msgspec.field(default_factory=lambda: ["edit"])
    """Kinds of rows that the timeline does not show."""
    prompts: list[str] = []
    """Messages that were saved to be used again, the newest first."""


class SettingsFile:
    """The file in `folder`. A file that cannot be read is set aside and said in `problem`; then the defaults hold."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "settings.json"
        self.problem = ""
        self._unknown: dict[str, Any] = {}
        self.values = self._read()

    def _read(self) -> Settings:
        try:
            found = json.loads(self.path.read_bytes())
            values = msgspec.convert(found, Settings)
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError, RecursionError, msgspec.ValidationError):
            aside = self.path.with_suffix(".broken.json")
            self.problem = (
                f"The settings could not be read. They were set aside as {aside.name}; the defaults are used."
            )
            self._set_aside(aside)
            return Settings()
        self._unknown = {key: value for key, value in found.items() if key not in Settings.__struct_fields__}
        return values

    def _set_aside(self, aside: Path) -> None:
        try:
            self.path.replace(aside)
        except OSError:
            self.problem = f"The settings in {self.path} could not be read; the defaults are used."

    def save(self) -> None:
        """Write the settings, members of a newer version included: a new file takes the place of the old one. Raises SettingsError."""
        text = self._text()
        new = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(text, encoding="utf-8")
            new.replace(self.path)
        except OSError as error:
            raise SettingsError(f"The settings could not be saved: {error.strerror}.") from error

    def _text(self) -> str:
        made = msgspec.to_builtins(self.values)
        try:
            msgspec.convert(made, Settings)
        except msgspec.ValidationError as error:
            raise SettingsError(f"The settings were not saved: {error}.") from error
        return json.dumps(self._unknown | made, indent=1, ensure_ascii=True)
