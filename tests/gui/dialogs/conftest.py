"""The dialogs in the running program: the same stage as that of the window's tests."""

from tests.gui.window.conftest import live

__all__ = ["live"]
