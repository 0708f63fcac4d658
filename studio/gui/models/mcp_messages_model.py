"""The messages of an MCP server as a flat Qt model of one column: rows are appended as they come, old ones fall off at the beginning.

Above: the protocol view. Below: `present/mcp_messages`. Holds no session; `follow` is told where the messages are.
"""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from studio.gui.words import fill, say, seconds, sentence, tip
from studio.present.mcp_gist import gist
from studio.present.mcp_messages import LOGGED, MessageBook, MessageFilter
from studio.present.words import words
from studio.session.server_view import WireMessage

Index = QModelIndex | QPersistentModelIndex


class MessagesModel(QAbstractTableModel):
    """`book` has the rows and what each message belongs to."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.book = MessageBook()

    def forget(self) -> None:
        """Another server."""
        self.beginResetModel()
        self.book.forget()
        self.book.rows = []
        self.endResetModel()

    def follow(self, messages: Sequence[WireMessage]) -> bool:
        """Take in what came since the last look. Says whether anything did."""
        book, taken = self.book, self.book.look(messages)
        first = messages[0].number if messages else 0
        if taken.anew:
            self.beginResetModel()
            book.note(taken, first)
            book.rows = book.shown(taken.came)
            self.endResetModel()
            return True
        if taken.gone:
            self.beginRemoveRows(QModelIndex(), 0, taken.gone - 1)
            del book.rows[: taken.gone]
            self.endRemoveRows()
        if messages:
            book.note(taken, first)
        shown = book.shown(taken.came)
        if shown:
            self.beginInsertRows(QModelIndex(), len(book.rows), len(book.rows) + len(shown) - 1)
            book.rows += shown
            self.endInsertRows()
        return bool(taken.came)

    def refilter(self, to: MessageFilter) -> None:
        """Show what another filter lets through."""
        if to != self.book.filter:
            self.beginResetModel()
            self.book.refilter(to)
            self.endResetModel()

    def message_at(self, row: int) -> WireMessage | None:
        """The message of a row; None where there is none."""
        rows = self.book.rows
        return rows[row] if 0 <= row < len(rows) else None

    def row_of(self, number: int) -> int:
        """The row of a message; -1 when it is not shown."""
        return next((at for at, each in enumerate(self.book.rows) if each.number == number), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """How many messages are shown."""
        return 0 if parent.isValid() else len(self.book.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """One."""
        return 0 if parent.isValid() else 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a row says."""
        message = self.message_at(index.row())
        if message is None:
            return None
        match Qt.ItemDataRole(role):
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return line_of(self.book, message)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(line_of(self.book, message))
            case _:
                return None


def kind_words(message: WireMessage) -> str:
    """The kind of a message as a word."""
    is_log = message.kind == "notification" and message.method == LOGGED
    return say(words("rpc.log" if is_log else f"rpc.{message.kind}"))


def match_words(book: MessageBook, message: WireMessage, *, short: bool = False) -> str:
    """What a message belongs to: `answers #12 · 34 ms`; empty where it stands alone. `short`: of a request only `→ #14 · 34 ms`."""
    found = book.match_words(message)
    if found is None:
        return ""
    (said, took), answer = found, book.answer_of(message)
    named = f"→ #{answer.number}" if short and answer is not None else say(said)
    return named if took is None else f"{named} · {seconds(took)}"


def clock(t: float) -> str:
    """A time since the server began, to the millisecond: `1.034`, `2:05.120`."""
    minutes, rest = divmod(max(t, 0.0), 60)
    return f"{int(minutes)}:{rest:06.3f}" if minutes else f"{rest:.3f}"


def gist_words(message: WireMessage) -> str:
    """The gist of a message; what we say of a server ourselves in the language of the window."""
    return sentence(gist(message)) if message.kind == "state" else gist(message)


def line_of(book: MessageBook, message: WireMessage) -> str:
    """A message as one line, for those who hear it and for the clipboard."""
    ours = message.kind in ("stderr", "state", "noise")
    way = "" if ours else say(words("rpc.sent" if message.sent else "rpc.received"))
    id = "" if message.id is None else fill("id {id}", id=message.id)
    cut = say(words("rpc.cut", size=message.cut)) if message.cut else ""
    said = (clock(message.t), way, kind_words(message), book.method_of(message), id, gist_words(message))
    return f"#{message.number}  " + "  ".join(filter(None, (*said, match_words(book, message), cut)))
