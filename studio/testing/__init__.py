"""What an exported test imports: a session replayed, and what is expected of its calls and answers.

Not here: how the test file is written (`interop/pytest_file`), the command line, Qt. A front over `workspace`; `gui` and `cli` are
strangers to it.
"""

from studio.testing.call import Call
from studio.testing.loose import ANY, contains, fits, like
from studio.testing.replayed import Replayed, kept, replayed

__all__ = ["ANY", "Call", "Replayed", "contains", "fits", "kept", "like", "replayed"]
