"""What the panes of a long conversation cost: the Chat view of 500 and of 10,000 messages, scrolling it, and each view of 10,000.

The floor is a bare column with a label for each message that is in sight. Processor time; printed, nothing fails.
"""

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtWidgets import QApplication, QLabel, QScrollBar, QVBoxLayout, QWidget

from studio.engine.weighing import Weighing
from studio.gui.look.theme import apply_theme
from studio.gui.panes.request_pane import VIEWS, RequestPane
from studio.messages.message import Message
from studio.messages.parts import Call, Result, Text
from tests.gui.panes.desk import MemoryBridge
from tests.gui.panes.memory_session import MemorySession
from tests.gui.panes.refund import new_session

SIZE = (520, 700)
IN_SIGHT = 12
STEPS = 200


def conversation(count: int) -> MemorySession:
    """A question, a call, its result, and so on; 300 characters each."""
    session = new_session()
    said = "The order arrived with a broken cup, and the customer asks for the money. " * 4
    for at in range(count):
        match at % 3:
            case 0:
                message = Message("user", (Text(f"{at} {said}"),))
            case 1:
                message = Message("assistant", (Call("get_order", f'{{"order_id": "{at}"}}', f"call_{at}"),))
            case _:
                message = Message("tool", (Result(f"call_{at - 1}", f'{{"note": "{said}"}}', "get_order"),))
        session.add_message(message)
    return session


def spent(app: QApplication, work: Callable[[], object]) -> float:
    """Milliseconds of processor time, with the paint that follows."""
    began = time.process_time()
    work()
    app.processEvents()
    return (time.process_time() - began) * 1000


def labels(text: str) -> QWidget:
    """As many labels as messages are in sight."""
    holder = QWidget()
    column = QVBoxLayout(holder)
    for _ in range(IN_SIGHT):
        label = QLabel(text)
        label.setWordWrap(True)
        column.addWidget(label)
    holder.resize(*SIZE)
    return holder


def _one_more(session: MemorySession, bridge: MemoryBridge) -> None:
    session.add_message(Message("user", (Text("One more."),)))
    bridge.tick()


def _scroll(bar: QScrollBar, at: int) -> None:
    bar.setValue(bar.maximum() - 60 * at)


def shown(app: QApplication, count: int) -> tuple[RequestPane, MemoryBridge]:
    """The pane of such a conversation, opened; what it took is printed."""
    session, bridge, weighing = conversation(count), MemoryBridge(), Weighing()
    session.next_tokens = lambda: weighing.of(session.state)  # type: ignore[method-assign] # as an open session weighs
    pane = RequestPane(bridge)
    pane.resize(*SIZE)
    pane.show()
    app.processEvents()
    opened = spent(app, lambda: bridge.open(session))
    again = spent(app, lambda: _one_more(session, bridge))
    bar = pane.chat.column.verticalScrollBar()
    steps = sorted(spent(app, partial(_scroll, bar, at)) for at in range(1, STEPS))
    print(
        f"{count:7,} messages: opened {opened:7.1f} ms, one more {again:6.1f} ms, "
        f"a step of the wheel {steps[len(steps) // 2]:5.1f} ms (worst {steps[-1]:5.1f}), blocks {len(pane.chat.blocks())}"
    )
    return pane, bridge


def main() -> int:
    """Print a line for each size, and one for each view of the largest."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    apply_theme(app, "light", 1.0)
    floor = labels("The order arrived with a broken cup, and the customer asks for the money. " * 4)
    print(f"floor: {IN_SIGHT} labels with these texts {spent(app, floor.show):.1f} ms")
    floor.close()
    for count in (500, 3_000, 10_000):
        pane, _bridge = shown(app, count)
        times = ", ".join(f"{view} {spent(app, partial(pane.show_view, view)):.0f} ms" for view in VIEWS)
        print(f"{'':17}views: {times}")
        pane.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
