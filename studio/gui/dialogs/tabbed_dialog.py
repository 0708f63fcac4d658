"""A dialog in which Tab goes through the fields as they stand, whenever they were made.

Above: dialogs. Below: the stops of `widgets`.
"""

from PySide6.QtWidgets import QDialog

from studio.gui.widgets.tab_stops import next_at, stop_at, tab_stops


class TabbedDialog(QDialog):
    """Tab and Shift+Tab go round; what gets the keyboard is scrolled into view."""

    def focusNextPrevChild(self, next: bool) -> bool:
        """Give the keyboard to the field after the one that has it, or to the one before."""
        stops, step = list(tab_stops(self)), 1 if next else -1
        at = next_at(stops, self.focusWidget(), step)
        if at is None:
            return super().focusNextPrevChild(next)
        stop_at(stops[at], step)
        return True
