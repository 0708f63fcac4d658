"""The person's settings as one JSON file: read with care, written whole or not at all. Holds no key.

Above: `workspace`. Below: msgspec, for it is read before the first paint. Profiles are plain values here.
"""

import json
import os
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from studio.paths import file_bytes
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
    text_scale: Annotated[int, msgspec.Meta(ge=80, le=200)] = 100
    trusted: list[TrustedFile] = []
    recent: list[str] = []
    interpreter: str = ""
    window: dict[str, str] = {}
    hidden_rows: list[str] = msgspec.field(default_factory=lambda: ["edit"])
    """Kinds of rows that the timeline does not show."""
    prompts: list[str] = []
    """Messages that were saved to be used again, the newest first."""


class SettingsFile:
    """The file in `folder`. What of it cannot be read is said in `problem` and set aside; there the defaults hold."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "settings.json"
        self.problem = ""
        self._unknown: dict[str, Any] = {}
        self.values = self._read()

    def _read(self) -> Settings:
        try:
            found = json.loads(file_bytes(self.path))
            values, odd = _fitting(found)
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError, RecursionError):
            self.problem = f"The settings could not be read. {self._set_aside()}; the defaults are used."
            return Settings()
        if odd:
            names = ", ".join(odd)
            self.problem = f"Of the settings these could not be read: {names}. {self._set_aside()}; the others hold."
        self._unknown = {key: value for key, value in found.items() if key not in Settings.__struct_fields__}
        return values

    def _set_aside(self) -> str:
        """Keep a copy of the file as it is, for the next `save` writes over it; what came of that. One that cannot be copied is moved."""
        aside = self.path.with_suffix(".broken.json")
        try:
            aside.write_bytes(file_bytes(self.path))
        except OSError:
            try:
                self.path.replace(aside)
            except OSError:
                return f"They stand in {self.path}"
        return f"They were set aside as {aside.name}"

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


def _fitting(found: object) -> tuple[Settings, list[str]]:
    """The members that fit, of lists and tables the entries that do, and the names of those that are not whole. ValueError for none."""
    if not isinstance(found, dict):
        raise ValueError("no object")
    try:
        return msgspec.convert(found, Settings), []
    except msgspec.ValidationError:
        kinds = get_type_hints(Settings, include_extras=True)
        made = {name: _as_far(found[name], kind) for name, kind in kinds.items() if name in found}
    fits = {name: value for name, (value, _) in made.items() if value is not msgspec.UNSET}
    return Settings(**fits), [name for name, (_, is_whole) in made.items() if not is_whole]


def _as_far(value: object, kind: Any) -> tuple[Any, bool]:
    """A value as one of that kind, or UNSET, and whether all of it fits."""
    try:
        return msgspec.convert(value, kind), True
    except msgspec.ValidationError:
        inner = get_args(kind)
    if get_origin(kind) is list and isinstance(value, list):
        return [one for one, fits in (_as_far(each, inner[0]) for each in value) if fits], False
    if get_origin(kind) is dict and isinstance(value, dict):
        return {name: one for name, (one, fits) in ((n, _as_far(v, inner[1])) for n, v in value.items()) if fits}, False
    return msgspec.UNSET, False
