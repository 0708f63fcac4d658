"""Takes out of `import` what PySide puts into it: a look into the source of every module, for features that this program does not use.

Above: `app`. Below: PySide6. That look costs a fifth of what importing does, and it is not made for threads: a module with a `__getattr__`
of its own may come in broken while another thread imports, too.
"""

import builtins


def plain_imports() -> None:
    """Import as Python does, from now on. PySide's way for its own modules stays."""
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
