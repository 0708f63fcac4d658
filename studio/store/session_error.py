"""What can go wrong with a session file. Apart from `session_file`, so that a command that needs no lock loads none.

Above: `session_file`, `workspace`, the command line. Below: `problems`.
"""

from studio.problems import StudioError


class SessionFileError(StudioError):
    """A session file cannot be opened, read or written."""


class NotWrittenError(SessionFileError):
    """What happened could not be written down: the disk is full, or the file is gone."""
