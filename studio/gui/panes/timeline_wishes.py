"""What the person wants of the session, as the timeline tells it: moves, forks, breakpoints, copies.

Above: the timeline pane, `timeline_source`, which joins these to verbs. Below: Qt. Only signals: nothing moves here.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget


class TimelineWishes(QWidget):
    """The signals of the timeline."""

    selected = Signal(object, object)
    """The node and the call key (or None) that the person looks at; (None, None) when no row is selected."""
    looked = Signal(object)
    """The row (`Row`) that the person looks at, after `selected`: what it is about is to be brought into view."""
    activated = Signal(object)
    """Enter or double click on a row (`Row`): the editor of what it is about is wanted."""
    rewind_requested = Signal(int)
    """The node to stand at: before a request or call, after anything else."""
    fork_requested = Signal(int)
    rerun_requested = Signal(int)
    """A branch is wanted under this node, and to run on it to the next stop."""
    run_to_requested = Signal(int)
    send_again_requested = Signal(int)
    mock_requested = Signal(str, object)
    """The mock rules of a tool are wanted: its name, and the key of the call."""
    rule_requested = Signal(int)
    """The result of this node is wanted as a mock rule."""
    test_requested = Signal(int)
    """A test of the path to this node is wanted."""
    compare_requested = Signal(int)
    """The step of this node is to be compared with another one."""
    branch_selected = Signal(int)
    """The first node of the branch that the person wants to see."""
    branch_renamed = Signal(int, str)
    branch_kept = Signal(int)
    """Name, note and expectation of the branch are to be written."""
    branch_hidden = Signal(int)
    breakpoint_wanted = Signal(object)
    """A breakpoint is to be set on a place and tool (`tuple[Place, str]`), or taken away."""
    breakpoint_form_wanted = Signal(object)
    """A breakpoint on such a place is to be made in its form."""
    action_wanted = Signal(str)
    """An action of the window is wanted for the selected row, by its id."""
    kinds_changed = Signal(object)
    """The kinds of rows that are hidden now (names of `present/row_kinds`)."""
    message_wanted = Signal()
    """The button of the empty timeline."""
    summary_changed = Signal(str)
    """*3 rounds · 23 steps*, for the dock's title."""
