"""What Alt+Enter says where no repair is known: pressed keys are never without an answer.

Above: the parts that mend something. Below: the bridge.
"""

from PySide6.QtCore import QCoreApplication

from studio.gui.bridge import Bridge


def tell_no_fix(bridge: Bridge) -> None:
    """Say that nothing is known that would mend what stands here."""
    bridge.notice.emit(QCoreApplication.translate("NoFix", "No quick fix is known here."))
