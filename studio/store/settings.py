"""The person's settings as one JSON file: read with care, written whole or not at all. Holds no key.

Above: `workspace`. Below: msgspec, for it is read before the first paint. Profiles are plain values here.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from studio.paths import file_bytes
from studio.problems import StudioError
from studio.said import said
from studio.store.laid_over import laid_over

_MOST = 10**12
"""No number of the settings is larger: what is has no place in a field, and *infinite* none in JSON."""
_Count = Annotated[int, msgspec.Meta(ge=0, le=_MOST)]
_Amount = Annotated[float, msgspec.Meta(ge=0, le=_MOST)]


class SettingsError(StudioError):
    """The settings cannot be written."""


class TrustedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A tools file that the person trusts, exactly as it was then and under that interpreter."""

    path: str
    fingerprint: str
    interpreter: str = ""
    when: int = 0
    """Seconds since 1970; 0: an older version did not say."""


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """How the program begins, and where it keeps things."""

    shows: Literal["start_page", "last_session"] = "start_page"
    sessions_folder: str = ""
    """Where new sessions are kept; empty: the usual folder."""
    hints: bool = True
    """Whether the demo shows its hints."""
    notice_seconds: Annotated[int, msgspec.Meta(ge=2, le=60)] = 6


class Appearance(msgspec.Struct, frozen=True, kw_only=True):
    """How the window looks, beside theme and text size."""

    density: Literal["compact", "normal", "roomy"] = "normal"
    ui_font: str = ""
    code_font: str = ""
    """Families; empty: the usual ones."""
    reduce_motion: bool = False


class Editing(msgspec.Struct, frozen=True, kw_only=True):
    """How texts are edited."""

    wrap: bool = False
    indent: Annotated[int, msgspec.Meta(ge=1, le=8)] = 2
    check_kb: Annotated[int, msgspec.Meta(ge=0, le=2000)] = 200
    """Up to this size JSON is checked while it is typed, in thousands of characters."""
    fold_over: Annotated[int, msgspec.Meta(ge=200, le=10_000)] = 2_000
    """A string of more characters is shown folded."""


class Running(msgspec.Struct, frozen=True, kw_only=True):
    """How a new session goes on by itself, and where it stops. Each member means what that of a session's settings means."""

    before_request: bool = False
    after_reply: bool = False
    before_call: bool = True
    after_result: bool = False
    round_trips: Annotated[int, msgspec.Meta(ge=1, le=_MOST)] = 100
    tokens: _Count = 0
    cost: _Amount = 0.0
    seconds: _Amount = 0.0
    same_call: _Count = 0
    concurrent: bool = False
    retries: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    """How often a request that failed is sent again by itself in the window; a command goes by the profile."""
    unknown_tool: Literal["", "stop", "tell", "fail"] = ""
    bad_arguments: Literal["", "stop", "tell", "raw", "fail"] = ""
    tool_error: Literal["", "tell", "stop", "again", "fail"] = ""
    call_seconds: Annotated[float, msgspec.Meta(ge=0.5, le=_MOST)] = 60.0
    result_chars: _Count = 200_000


class OwnPrice(msgspec.Struct, frozen=True, kw_only=True):
    """What a model costs, as the person wrote it: US dollars for a million tokens; without `cached` what comes from a cache costs as much
    as all else."""

    input: _Amount
    output: _Amount
    cached: _Amount | None = None


class Template(msgspec.Struct, frozen=True, kw_only=True):
    """What a new session begins with. `servers` are names of those that the settings know. A limit of 0 is none; of round trips
    that of the settings."""

    name: str
    profile: str = ""
    system: str = ""
    message: str = ""
    files: list[str] = []
    servers: list[str] = []
    round_trips: _Count = 0
    tokens: _Count = 0
    cost: _Amount = 0.0
    seconds: _Amount = 0.0


class Settings(msgspec.Struct):
    """What is remembered between runs. A member that is a struct of its own is frozen: a change puts another one in its place."""

    profiles: list[dict[str, Any]] = []
    last_profile: str = ""
    theme: Literal["system", "light", "dark", "high_contrast"] = "system"
    language: str = ""
    text_scale: Annotated[int, msgspec.Meta(ge=80, le=200)] = 100
    trusted: list[TrustedFile] = []
    recent: list[str] = []
    pinned: list[str] = []
    """Recent sessions that stand first and are never pushed off the list."""
    templates: list[Template] = []
    """New sessions as the person saved them, to begin others like them."""
    closed_hints: list[str] = []
    """Hints of the demo that the person closed."""
    last_new: Template = Template(name="")
    """What was chosen for the last new session."""
    servers: list[dict[str, Any]] = []
    """MCP servers that sessions used, the last ones first; they hold no key."""
    interpreter: str = ""
    window: dict[str, str] = {}
    hidden_rows: list[str] = msgspec.field(default_factory=lambda: ["edit"])
    """Kinds of rows that the timeline does not show."""
    prompts: list[str] = []
    """Messages that were saved to be used again, the newest first."""
    start: Start = Start()
    appearance: Appearance = Appearance()
    editing: Editing = Editing()
    running: Running = Running()
    rules: dict[str, Literal["off", "hint", "warning", "error"]] = {}
    """Rules of the checks that are off in all sessions, or count for more or less than usual, by id. A change puts another table here."""
    blanking: list[str] = []
    """Patterns of the person for what is blanked like a secret."""
    keys: dict[str, list[str]] = {}
    """Keys that the person gave to actions, in the place of the usual ones; an empty list: no key."""
    prices: dict[str, OwnPrice] = {}
    """By the name of a model or a pattern of names (`qwen*`); goes before the lists that come with the program."""
    windows: dict[str, Annotated[int, msgspec.Meta(ge=1, le=_MOST)]] = {}
    """How many tokens a model reads at most, by the same names."""


class SettingsFile:
    """The file in `folder`. What of it cannot be read is said in `problem` and set aside; there the defaults hold."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "settings.json"
        self.problem = ""
        self._unknown: dict[str, Any] = {}
        self._is_aside = False
        self.values = self._read()
        self._known: dict[str, Any] = msgspec.to_builtins(self.values)

    def _read(self) -> Settings:
        try:
            found = json.loads(file_bytes(self.path))
            values, odd = _fitting(found)
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError, RecursionError):
            self.problem = said(
                "The settings could not be read. {aside}; the defaults are used.", aside=self._set_aside()
            )
            return Settings()
        if odd:
            names = ", ".join(odd)
            self.problem = said(
                "Of the settings these could not be read: {names}. {aside}; the others hold.",
                names=names,
                aside=self._set_aside(),
            )
        self._unknown = _unknown(found, Settings)
        return values

    def _set_aside(self) -> str:
        """Keep a copy of the file as it is, for the next `save` writes over it; what came of that. One that cannot be copied is moved."""
        self._is_aside = True
        aside = self.path.with_suffix(".broken.json")
        try:
            aside.write_bytes(file_bytes(self.path))
        except OSError:
            try:
                self.path.replace(aside)
            except OSError:
                return said("They stand in {file}", file=self.path)
        return said("They were set aside as {file}", file=aside.name)

    def save(self) -> None:
        """Write what was changed here, members of a newer version included: a new file takes the place of the old one. What another
        program changed in it meanwhile stays, where nothing else was made of it here. Raises SettingsError."""
        made = self._checked()
        text = json.dumps(_joined(self._unknown, self._with_theirs(made)), indent=1, ensure_ascii=True)
        path = _real(self.path)
        new = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(text, encoding="utf-8")
            with suppress(OSError):
                new.chmod(path.stat().st_mode)
            new.replace(path)
        except OSError as error:
            with suppress(OSError):
                new.unlink(missing_ok=True)
            raise SettingsError(said("The settings could not be saved: {why}.", why=error.strerror)) from error
        self._known, self._is_aside = made, False

    def _checked(self) -> dict[str, Any]:
        # As the file will hold it: a tuple is a list there, and what did not change must be equal.
        made: dict[str, Any] = json.loads(json.dumps(msgspec.to_builtins(self.values)))
        try:
            msgspec.convert(made, Settings)
        except msgspec.ValidationError as error:
            raise SettingsError(said("The settings were not saved: {why}.", why=error)) from error
        return made

    def _with_theirs(self, made: dict[str, Any]) -> dict[str, Any]:
        """What is to be written: the file may be that of another program by now. Of one that is not whole a copy is kept."""
        try:
            found = json.loads(file_bytes(self.path))
            values, odd = _fitting(found)
        except FileNotFoundError:
            return made
        except (OSError, ValueError, RecursionError):
            found, values, odd = {}, None, [""]
        if odd and not self._is_aside:
            self._set_aside()
        if values is None:
            return made
        self._unknown = _unknown(found, Settings)
        joined: dict[str, Any] = laid_over(self._known, made, msgspec.to_builtins(values))
        return joined


def _real(path: Path) -> Path:
    """The file itself where a link names it, so that the link stays."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # links in a circle
        return path


def _unknown(found: dict[str, Any], kind: Any) -> dict[str, Any]:
    """What a newer version wrote: members that are none of that struct's, nor of the structs in it."""
    kinds = get_type_hints(kind)
    unknown = {name: value for name, value in found.items() if name not in kinds}
    for name, inner in kinds.items():
        value = found.get(name)
        if _is_struct(inner) and isinstance(value, dict) and (more := _unknown(value, inner)):
            unknown[name] = more
    return unknown


def _joined(unknown: dict[str, Any], made: dict[str, Any]) -> dict[str, Any]:
    """All members of both; one that both have is a struct, and holds the members of both."""
    joined = unknown | made
    for name in unknown.keys() & made.keys():
        joined[name] = _joined(unknown[name], made[name])
    return joined


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _fitting(found: object) -> tuple[Settings, list[str]]:
    """The members that fit, of lists and tables the entries that do, and the names of those that are not whole. ValueError for none."""
    if not isinstance(found, dict):
        raise ValueError("no object")
    try:
        return msgspec.convert(found, Settings), []
    except msgspec.ValidationError:
        return _members_that_fit(found, Settings)


def _members_that_fit(found: dict[str, Any], kind: Any) -> tuple[Any, list[str]]:
    """A struct of the members that fit, the others as they usually are, and the names of those that are not whole."""
    kinds = get_type_hints(kind, include_extras=True)
    made = {name: _as_far(found[name], inner) for name, inner in kinds.items() if name in found}
    fits = {name: value for name, (value, _) in made.items() if value is not msgspec.UNSET}
    return kind(**fits), [name for name, (_, is_whole) in made.items() if not is_whole]


def _as_far(value: object, kind: Any) -> tuple[Any, bool]:
    """A value as one of that kind, or UNSET, and whether all of it fits."""
    try:
        return msgspec.convert(value, kind), True
    except msgspec.ValidationError:
        inner = get_args(kind)
    if _is_struct(kind) and isinstance(value, dict) and _needs_nothing(kind):
        return _members_that_fit(value, kind)[0], False
    if get_origin(kind) is list and isinstance(value, list):
        return [one for one, fits in (_as_far(each, inner[0]) for each in value) if fits], False
    if get_origin(kind) is dict and isinstance(value, dict):
        return {name: one for name, (one, fits) in ((n, _as_far(v, inner[1])) for n, v in value.items()) if fits}, False
    return msgspec.UNSET, False


def _needs_nothing(kind: Any) -> bool:
    """Whether a struct can be made of any of its members: not one that is an entry and means nothing without them."""
    return not any(field.required for field in msgspec.structs.fields(kind))
