"""A form made from a JSON Schema that edits a JSON text without loss.

Every change goes into the text at its place; untouched members keep their bytes, unknown members are shown and
kept, and a member that is not sent is not the same as null. Knows no tool and no session.
"""

from collections.abc import Mapping

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from studio.gui.editors.field_row import FieldRow
from studio.gui.editors.json_places import nearest, put, swapped
from studio.gui.editors.schema_plan import Field, fits, plan_form, starting_value
from studio.gui.widgets.buttons import Button
from studio.present import json_text
from studio.present.json_text import JsonMap

_MOST_ITEMS = 50
"""Items up to which a list has a field for each: a field takes some milliseconds to make."""
_MOST_FIELDS = 150


class SchemaForm(QWidget):
    """`edited` gives the whole text after each change by the person. `fit_changed`: something is typed that is no value, or is one now."""

    edited = Signal(str)
    fit_changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._plan, self._text = Field("group"), ""
        self._is_long = False
        """Whether there are too many members for a field each."""
        self._marks: dict[str, str] = {}
        self._last: str | None = None
        """The field that had the keyboard last."""
        self._shape: list[tuple[str, str]] | None = None
        self._rows: dict[str, FieldRow] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 10, 12, 12)
        self._column.setSpacing(12)
        self._notice = QLabel("", self)
        self._notice.setProperty("role", "error")
        self._notice.setWordWrap(True)
        self._column.addWidget(self._notice)
        self.none = QLabel(self)
        self.none.setProperty("role", "muted")
        self.none.hide()
        self._column.addWidget(self.none)
        self._body = QWidget(self)
        self._column.addWidget(self._body)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)

    def set_text(self, schema: Mapping[str, object], text: str) -> None:
        """Show another text by another schema (of an object), without telling."""
        self._plan, self._text = plan_form(schema), text
        self._marks = {}
        self._shape = None  # even a form without a field is made anew
        self._refresh()

    def text(self) -> str:
        """The text with the changes made so far."""
        return self._text

    def set_marks(self, marks: Mapping[str, str]) -> None:
        """Sentences by pointer; one whose place has no field is shown at the nearest field above it, or at the top."""
        self._marks = dict(marks)
        self._show_marks()

    def row(self, pointer: str) -> FieldRow | None:
        """The field at a pointer."""
        return self._rows.get(pointer)

    def rows(self) -> list[str]:
        """The pointers of all fields, from top to bottom."""
        return list(self._rows)

    def flush(self) -> None:
        """Take in what was typed a moment ago."""
        for row in tuple(self._rows.values()):
            if row.editor is not None:
                row.editor.flush()

    @property
    def unfit(self) -> str | None:
        """The pointer of the first field in which something is typed that is no value, so that the text says something older; None when
        there is none."""
        return next((pointer for pointer, row in self._rows.items() if row.is_unfit), None)

    def focus_pointer(self, pointer: str) -> None:
        """Give the focus to the field at a pointer, or to the nearest above it."""
        row = self._rows.get(nearest(pointer, set(self._rows)))
        if row is not None:
            row.focus()

    # ---- changes

    def _put(self, pointer: str, new_json: str) -> None:
        self._text = put(self._text, pointer, new_json)
        self._refresh()
        self.edited.emit(self._text)

    def _take(self, pointer: str) -> None:
        self._text = json_text.remove_member(self._text, pointer)
        self._refresh()
        self.edited.emit(self._text)

    def _move(self, pointer: str, by: int) -> None:
        head, _, place = pointer.rpartition("/")
        to = f"{head}/{int(place) + by}"
        self._text = swapped(self._text, pointer, to)
        self._refresh(anew=True)
        row = self._rows.get(to)
        button = row and (row.up if by < 0 else row.down)
        if row is not None and button:
            (button if button.isEnabled() else (row.down if by < 0 else row.up) or row).setFocus()
        self.edited.emit(self._text)

    def place(self) -> str | None:
        """The pointer of the field that has the keyboard, or had it last."""
        return self._focused() or (self._last if self._last in self._rows else None)

    def _focus_changed(self, _old: QWidget | None, _now: QWidget | None) -> None:
        self._last = self._focused() or self._last

    # ---- showing

    def _refresh(self, *, anew: bool = False) -> None:
        """Show the text: the same rows with other values, or new rows where the form of the text changed."""
        map_ = json_text.scan(self._text)
        wanted = self._wanted(map_)
        shape = [(pointer, _shape(field, map_.value_text(pointer))) for field, pointer, _ in wanted]
        if anew or shape != self._shape:
            self._shape = shape
            self._build(map_, wanted)
        else:
            for pointer, row in self._rows.items():
                row.set_raw(map_.value_text(pointer))
        self._show_marks()

    def _wanted(self, map_: JsonMap) -> list[tuple[Field, str, bool]]:
        """(field, pointer, whether it is unknown to the schema) of every row, parents first."""
        self._is_long = False
        is_object = map_.is_valid and (map_.value_text("") or "").startswith("{")
        empty = not self._text.strip()
        if (is_object or empty) and self._plan.kind == "group":
            found = self._members(map_, self._plan, "")
            self._is_long = len(found) > _MOST_FIELDS
            if not self._is_long:
                return found
        return [(Field("json"), "", False)]

    def _members(self, map_: JsonMap, group: Field, pointer: str) -> list[tuple[Field, str, bool]]:
        found: list[tuple[Field, str, bool]] = []
        for member in group.members:
            found += self._with_inner(map_, member, json_text.join_pointer(pointer, member.key))
        known = {member.key for member in group.members}
        node = map_.node(pointer)
        keys = dict.fromkeys(str(map_.keys[child]) for child in map_.children(node)) if node is not None else {}
        found += [
            (Field("json", key=key), json_text.join_pointer(pointer, key), True) for key in keys if key not in known
        ]
        return found

    def _with_inner(self, map_: JsonMap, field: Field, pointer: str) -> list[tuple[Field, str, bool]]:
        raw = map_.value_text(pointer)
        found = [(field, pointer, False)]
        if raw is None or not fits(field, raw):
            return found
        if field.kind == "group":
            return found + self._members(map_, field, pointer)
        if field.kind == "list" and field.item is not None:
            count = len(map_.children(map_.node(pointer) or 0))
            if count > _MOST_ITEMS:
                return [(replace(field, kind="json", item=None), pointer, False)]
            for place in range(count):
                found += self._with_inner(map_, field.item, json_text.join_pointer(pointer, place))
        return found

    def _build(self, map_: JsonMap, wanted: list[tuple[Field, str, bool]]) -> None:
        focused = self._focused()
        old, self._body = self._body, QWidget(self)
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        self._rows = {}
        for field, pointer, unknown in wanted:
            beside = self._items_beside(map_, pointer)
            row = FieldRow(field, pointer, map_.value_text(pointer), self._body, unknown=unknown, beside=beside)
            row.move_wanted.connect(self._move)
            row.put.connect(self._put)
            row.take.connect(self._take)
            row.fit_changed.connect(self.fit_changed)
            holder = self._rows.get(pointer.rpartition("/")[0])
            if holder is not None and pointer:
                holder.add_row(row)
            else:
                column.addWidget(row)
            self._rows[pointer] = row
        self._add_adders(map_)
        self._column.replaceWidget(old, self._body)
        self._body.show()
        old.hide()
        old.deleteLater()
        if focused is not None:
            self.focus_pointer(focused)

    def _items_beside(self, map_: JsonMap, pointer: str) -> int:
        """How many items the list has that a value stands in; 0 where it stands in no list."""
        at = map_.node(pointer)
        if at is None or not isinstance(map_.keys[at], int):
            return 0
        return len(map_.children(map_.node(pointer.rpartition("/")[0]) or 0))

    def _focused(self) -> str | None:
        """The pointer of the innermost row that has the focus."""
        widget = QApplication.focusWidget()
        rows = reversed(self._rows.items())
        return next((pointer for pointer, row in rows if widget is not None and row.isAncestorOf(widget)), None)

    def _add_adders(self, map_: JsonMap) -> None:
        """A button below each list that adds an item."""
        for pointer, row in self._rows.items():
            raw, item = map_.value_text(pointer), row.field.item
            if item is not None and raw is not None and raw.startswith("["):
                button = Button(self.tr("Add an item"), row, look="link", icon_name="plus")
                button.setAccessibleName(self.tr("Add an item to {name}").format(name=row.field.key))
                place = json_text.join_pointer(pointer, len(map_.children(map_.node(pointer) or 0)))
                new = starting_value(item)
                button.clicked.connect(lambda _on=False, place=place, new=new: self._put(place, new))
                row.add_row(button)

    def _show_marks(self) -> None:
        known = set(self._rows)
        by_row: dict[str, list[str]] = {}
        for pointer, sentence in self._marks.items():
            by_row.setdefault(nearest(pointer, known), []).append(sentence)
        for pointer, row in self._rows.items():
            row.set_mark("; ".join(by_row.get(pointer, [])))
        top = "; ".join(by_row.get("", [])) if "" not in self._rows else ""
        if "" in self._rows and not top:
            top = (
                self.tr("There is too much for a field each, so the text is shown as it is.")
                if self._is_long
                else self.tr("The text is not a JSON object, so it is shown as it is.")
            )
        self.none.setText(self.tr("Nothing is to be filled in."))
        self.none.setVisible(not self._rows)
        self._notice.setText(top)
        self._notice.setVisible(bool(top))


def _shape(field: Field, raw: str | None) -> str:
    """What of a value decides which row it needs."""
    if raw is None:
        return f"{field.kind} not sent"
    if raw == "null":
        return f"{field.kind} null"
    return f"{field.kind} {'fits' if fits(field, raw) else raw[:1] in '{['}"
