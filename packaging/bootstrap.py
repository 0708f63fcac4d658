#!/usr/bin/env python3
"""The way in from a fresh checkout: `python3 packaging/bootstrap.py run | test | setup`.

This file must parse under Python 3.6, to say in one sentence that a newer one is needed.
The work is in the files beside it.
"""

import sys

OLDEST = (3, 11)
USAGE = """Usage: python3 packaging/bootstrap.py VERB [ARGUMENTS]

  run [ARGUMENTS]    start Toolcall Studio, without arguments on its demo; with them as `python -m studio ARGUMENTS`
  test [ARGUMENTS]   run every check and all tests; with arguments pytest alone: `python -m pytest ARGUMENTS`
  setup              only make the folder .venv ready, with the tools of development"""


def complaint(version: "tuple[int, ...]") -> str:
    """The sentence for a Python that is too old; empty when it will do."""
    if version[:2] >= OLDEST:
        return ""
    needed, found = ".".join(map(str, OLDEST)), ".".join(map(str, version[:3]))
    return (
        "Toolcall Studio needs Python %s or newer, and this one is %s: "
        "run the same command with a newer one, for example python3.13 packaging/bootstrap.py run." % (needed, found)
    )


def main(arguments: "list[str]") -> int:
    """Say why it cannot be done, or do it; the exit code."""
    sentence = complaint(sys.version_info[:3])
    if sentence:
        sys.stderr.write(sentence + "\n")
        return 2
    if not arguments or arguments[0] not in ("run", "test", "setup"):
        asked = bool(arguments) and arguments[0] in ("-h", "--help", "help")
        (sys.stdout if asked else sys.stderr).write(USAGE + "\n")
        return 0 if asked else 2
    import verbs

    return verbs.main(arguments[0], arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
