"""Where things lie: the files that come with the program, and the person's own folders.

Lowest floor; uses platformdirs. Asking for a folder makes nothing: whoever writes into one makes it first. A file that somebody else
names is read here, so that none keeps the program waiting.
"""

import errno
import os
import stat
from functools import cache
from pathlib import Path

import platformdirs

HOME_VARIABLE = "TOOLCALL_STUDIO_HOME"
_NAME = "toolcall-studio"


@cache
def resources() -> Path:
    """The folder of bundled files: beside the package in a checkout, inside it in an installed wheel.

    FileNotFoundError when neither is there (a broken installation).
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "_resources", package.parent / "resources"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"The program's own files are missing: there is no folder 'resources' beside {package}.")


def importable() -> Path:
    """The folder from which `import toolcall` works in a tools file, also under a Python in which nothing of this is installed."""
    return resources() / "python"


def data_folder() -> Path:
    """The person's data (sessions); `$TOOLCALL_STUDIO_HOME/data` when that variable is set."""
    return _own_or("data", platformdirs.user_data_path(_NAME, appauthor=False))


def config_folder() -> Path:
    """The person's settings and profiles; `$TOOLCALL_STUDIO_HOME/config` when that variable is set."""
    return _own_or("config", platformdirs.user_config_path(_NAME, appauthor=False))


def state_folder() -> Path:
    """What the program remembers (window places, recent files, logs); `$TOOLCALL_STUDIO_HOME/state` when set."""
    return _own_or("state", platformdirs.user_state_path(_NAME, appauthor=False))


def file_bytes(path: Path, most: int = -1) -> bytes:
    """All of a file, or its first bytes. OSError for a name that no file can have, too, and for a device or a named pipe, which may
    never end; a pipe without a name is what a shell hands over."""
    try:
        mode = path.stat().st_mode
        is_handed_over = stat.S_ISFIFO(mode) and not path.resolve().exists()
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or is_handed_over):
            raise OSError(errno.EINVAL, "it is no file but a device or a pipe")
        with path.open("rb") as file:
            return file.read(most)
    except ValueError as error:
        raise OSError(errno.EINVAL, "that is no name of a file") from error


def is_there(path: Path) -> bool:
    """Whether somebody can see something of that name; False for a name that nothing can have, and where one may not look, too."""
    return os.path.exists(path)  # noqa: PTH110 - that of Path raises


def is_file(path: Path) -> bool:
    """The same of a file."""
    return os.path.isfile(path)  # noqa: PTH113 - that of Path raises


def is_folder(path: Path) -> bool:
    """The same of a folder."""
    return os.path.isdir(path)  # noqa: PTH112 - that of Path raises


def _own_or(part: str, usual: Path) -> Path:
    home = os.environ.get(HOME_VARIABLE, "")
    return Path(home).expanduser().resolve() / part if home else usual
