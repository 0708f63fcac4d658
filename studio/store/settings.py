"""The person's settings as one JSON file: read with care, written whole or not at all. Holds no key.

Above: `workspace`. Below: pydantic, `paths`. Profiles are kept as plain values; `responders` knows what they mean.
"""

import json
import os
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from studio.problems import StudioError


class SettingsError(StudioError):
    """The settings cannot be written."""


class TrustedFile(BaseModel):
    """A tools file that the person trusts, exactly as it was then and under that interpreter."""

    model_config = ConfigDict(frozen=True)

    path: str
    fingerprint: str
    interpreter: str = ""


class Settings(BaseModel):
    """What is remembered between runs. Members of newer versions are kept."""

    model_config = ConfigDict(extra="allow", validate_assignment=True)

    profiles: list[dict[str, Any]] = []
    last_profile: str = ""
    theme: Literal["system", "light", "dark", "high_contrast"] = "system"
    language: str = ""
    text_scale: int = 100
    trusted: list[TrustedFile] = []
    recent: list[str] = []
    interpreter: str = ""
    window: dict[str, str] = {}


class SettingsFile:
    """The file in `folder`. A file that cannot be read is set aside and said in `problem`; then the defaults hold."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "settings.json"
        self.problem = ""
        self.values = self._read()

    def _read(self) -> Settings:
        try:
            return Settings.model_validate(json.loads(self.path.read_bytes()))
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError, ValidationError):
            aside = self.path.with_suffix(".broken.json")
            self.problem = (
                f"The settings could not be read. They were set aside as {aside.name}; the defaults are used."
            )
            self._set_aside(aside)
            return Settings()

    def _set_aside(self, aside: Path) -> None:
        try:
            self.path.replace(aside)
        except OSError:
            self.problem = f"The settings in {self.path} could not be read; the defaults are used."

    def save(self) -> None:
        """Write the settings: a new file takes the place of the old one. Raises SettingsError."""
        new = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(self.values.model_dump_json(indent=1), encoding="utf-8")
            new.replace(self.path)
        except OSError as error:
            raise SettingsError(f"The settings could not be saved: {error.strerror}.") from error
