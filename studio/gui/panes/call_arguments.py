"""The arguments of a call as Form, JSON or Diff: one draft in three views, checked while it is typed.

Above: the call card. Below: the editors. Knows no session: the check is handed in, committing is told.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QLabel, QSizePolicy, QVBoxLayout, QWidget

from studio.checks.problem import Problem
from studio.checks.sentences import shorten
from studio.gui.editors.json_editor import JsonEditor
from studio.gui.editors.mark import Mark
from studio.gui.editors.schema_form import SchemaForm
from studio.gui.look.theme import theme
from studio.gui.panes.argument_issues import (
    Check,
    Issue,
    helped,
    is_json,
    issues,
    mendable,
    mended,
    place,
    whole_repair,
)
from studio.gui.panes.diff_view import DiffView
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import fill, sentence
from studio.present.json_text import merge, pretty

VIEWS = ("form", "json", "diff")
MOST_LINES = 18
_NARROW = 340


class CallArguments(QWidget):
    """`changed`: the draft or its issues are others than before."""

    changed = Signal()
    commit_requested = Signal()

    def __init__(self, parent: QWidget | None = None, *, compares: bool = True) -> None:
        """`compares`: there is something that the model wrote, with which the text can be compared."""
        super().__init__(parent)
        self._compares = compares
        self._text, self._original = "", ""
        self._schema: Mapping[str, Any] = {}
        self._draft: str | None = None
        self._shown = "json"
        self._check: Check = _no_check
        self._editable, self._compact, self._plain = True, False, False
        self.found: tuple[Issue, ...] = ()
        self.title = QLabel(self)
        self.title.setProperty("role", "small_muted")
        self.switch = Segmented("", [(view, "") for view in (VIEWS if compares else VIEWS[:2])], self)
        self.head = WrappedRow(self)
        self.editor = JsonEditor("", self, check=self._marks)
        self.editor.fit_height(2, MOST_LINES)
        self.editor.commands.root = "args"
        self.form, self.diff = SchemaForm("", self), DiffView(self)
        self.told = QLabel(self)
        self.told.setWordWrap(True)
        self.told.setProperty("role", "error")
        self.told.setContentsMargins(12, 4, 8, 6)
        self._views: dict[str, QWidget] = {"form": self.form, "json": self.editor, "diff": self.diff}
        self._lay_out()
        self._wire()
        self._reword()
        self.show_view("json")

    def set_plain(self, plain: bool) -> None:
        """Whether the text is the free text of a custom call: no JSON, and without a form."""
        self._plain = plain
        self.switch.set_available("form", not plain, self.tr("A custom call takes free text.") if plain else "")

    def set_value(self, text: str, original: str, schema: Mapping[str, Any], check: Check, *, editable: bool) -> None:
        """Show an argument text, what the model wrote, the tool's schema and its check. A draft stays while `text` does."""
        same = text == self._text and editable == self._editable
        changed = (original, schema) != (self._original, self._schema) or not same
        self._check, self._original, self._schema, self._editable = check, original, schema, editable
        if text != self._text or not self.editor.toPlainText():
            self._text, self._draft = text, None
            self.editor.set_text(text, keep=True)
        if not changed:
            return
        self.editor.setReadOnly(not editable)
        self.editor.set_original(original if self._compares else None)
        self.editor.commands.set_schema(schema)
        self.form.setEnabled(editable)
        self._recheck()
        self._after_words()
        self.show_view(self.switch.current())

    def forget(self) -> None:
        """Be as before the first text: another call is shown."""
        self._text, self._original, self._draft = "", "", None
        self._schema, self._check = {}, _no_check
        self.editor.finding.close()
        self.editor.set_text("")
        if self.switch.current() != "json":
            self.show_view("json")

    def set_compact(self, compact: bool) -> None:
        """Show the JSON alone, without the switch."""
        if compact and self.switch.current() != "json":
            self.show_view("json")
        self._compact = compact
        self.head.setVisible(not compact)

    @property
    def draft(self) -> str | None:
        """What was typed and is not committed: the text with the model's spelling wherever nothing was changed."""
        return self._draft

    @property
    def is_valid(self) -> bool:
        """Whether the draft, if there is one, is JSON, and no field of the form holds something that is no value."""
        typed = self.switch.current() == "form" and self.form.unfit is not None
        return not typed and (self._draft is None or self._plain or is_json(self._draft))

    @property
    def current(self) -> str:
        """The draft, or the text where there is none."""
        return self._text if self._draft is None else self._draft

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the current text."""
        return tuple(issue.problem for issue in self.found)

    def show_view(self, view: str) -> None:
        """Show the draft as form, json or diff; the caret stays at its value, and the keyboard with it."""
        self.flush()
        went, had, place = view != self._shown, self._has_keyboard(), self._caret()
        self._shown = view
        self.switch.set_current(view)
        if view == "form":
            self.form.set_text(self._schema, self.current)
            self._mark_form()
        elif view == "diff":
            self._show_diff()
        for name, widget in self._views.items():
            widget.setVisible(name == view)
        if went:
            self._go_on_at(place, keyboard=had)
        self._tell()

    def _has_keyboard(self) -> bool:
        focus = QApplication.focusWidget()
        return (focus is not None and self._views[self._shown].isAncestorOf(focus)) or focus is self._views[self._shown]

    def _caret(self) -> str | None:
        """The pointer of the value that the caret is in, where the view shows one."""
        if self._shown == "form":
            return self.form.place()
        return self.editor.pointer() if self._shown == "json" and self.editor.shown() else None

    def _go_on_at(self, place: str | None, *, keyboard: bool) -> None:
        """In the view that is shown now, stand where the caret stood in the one before."""
        if self._shown == "json" and place:
            self.editor.go_to_value(place)
        if keyboard and self._shown == "form" and place is not None:
            self.form.focus_pointer(place)
        elif keyboard:
            self._views[self._shown].setFocus()

    def flush(self) -> None:
        """Take in what was typed a moment ago."""
        self.editor.flush()
        if self.switch.current() == "form":
            self.form.flush()

    def revert(self) -> None:
        """Drop the draft."""
        self._draft = None
        self.editor.set_text(self._text, keep=True)
        self._after()

    def taken(self) -> bool:
        """The draft is committed, so it is the text now: True. The card may not be shown again with this reply, and what is
        committed must not keep the window open."""
        if self._draft is not None:
            self._text, self._draft = self._draft, None
            self.editor.set_text(self._text, keep=True)
            self._after()
        return True

    def check_again(self) -> None:
        """The check would find something else in the same text now."""
        self._recheck()
        self._mark_form()

    def fix(self, problems: tuple[Problem, ...] | None = None) -> None:
        """Put the known repairs into the draft: those of `problems`, all right values that are known when None."""
        self.flush()
        fixed = mended(self.current, mendable(self.problems()) if problems is None else problems)
        if fixed != self.current:
            self._put(fixed)

    @property
    def offered(self) -> str | None:
        """The text that is offered instead of one that is no JSON object."""
        return whole_repair(self.found)

    def fixes(self) -> tuple[str, ...]:
        """What *Fix types* would change, one line each; or the text that is offered instead of a broken one."""
        if self.offered is not None:
            return (shorten(self.offered),)
        return tuple(f"{place(each)}: {each.repair}" for each in mendable(self.problems()))

    def show_repair(self) -> None:
        """Put the offered text into the draft and show it as a difference; the person commits it or drops it."""
        self.flush()
        if self.offered is not None:
            self._put(self.offered)
            self.show_view("diff")

    def fix_at_caret(self) -> bool:
        """Put in the repair of the issue nearest to the caret in its line, or of the first that has one; False when none has."""
        self.flush()
        near = self.editor.marks_at_caret()
        places = [(mark.start, mark.sentence) for mark in near]
        found = [issue for issue in self.found if (issue.start, _said(issue)) in places]
        found.sort(key=lambda issue: places.index((issue.start, _said(issue))))
        known = helped(issue.problem for issue in found) or helped(self.problems())
        self.fix(known[:1])
        return bool(known)

    def go_to(self, pointer: str) -> None:
        """Put the caret at a value of the arguments, or at the nearest around it that is there; in the form into its field."""
        if self.switch.current() == "form":
            self.form.focus_pointer(pointer)
            return
        self.show_view("json")
        issue = next((issue for issue in self.found if issue.problem.pointer == pointer), None)
        if issue is not None:
            self.editor.go_to_draft(issue.start)
        self.editor.setFocus()

    def problems_told(self) -> tuple[Problem, ...]:
        """What is wrong with the current text, in the language of the window."""
        return tuple(replace(issue.problem, sentence=_said(issue)) for issue in self.found)

    def go_to_error(self) -> None:
        """Put the caret on the first issue, or into the field of the form that holds no value."""
        if self.switch.current() == "form" and self.form.unfit is not None:
            self.form.focus_pointer(self.form.unfit)
            return
        self.show_view("json")
        marks = self.editor.marks()
        if marks:
            self.editor.go_to(marks[0].start)
        self.editor.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow card the sentences stand below the editor: beside the lines there is no room for them."""
        super().resizeEvent(event)
        self._tell()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._recheck()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        self.head.set_margins(12, 4, 8, 4)
        self.head.add(self.title)
        self.head.add_right(self.switch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        for widget in self._views.values():
            column.addWidget(widget)
        column.addWidget(self.told)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def _wire(self) -> None:
        self.switch.chosen.connect(self.show_view)
        self.editor.edited.connect(lambda _text: self._typed())
        self.editor.commit_requested.connect(self.commit_requested)
        self.editor.left.connect(self._leave)
        self.form.edited.connect(self._take_form)
        self.form.fit_changed.connect(self.changed)
        self.diff.revert_wanted.connect(lambda text: self._put(merge(self._original, text)))

    def _reword(self) -> None:
        self.title.setText(self.tr("Arguments"))
        self.switch.setAccessibleName(self.tr("View of the arguments"))
        for view, said in zip(VIEWS, (self.tr("Form"), self.tr("JSON"), self.tr("Diff")), strict=True):
            if view != "diff" or self._compares:
                self.switch.set_words(view, said)
        self.editor.setAccessibleName(self.tr("Arguments as JSON"))
        self.form.setAccessibleName(self.tr("Arguments as a form"))
        self._after_words()

    def _after_words(self) -> None:
        edited = self.current != self._original
        if self._compares:
            self.switch.set_dot("diff", edited, self.tr("there are edits"))

    def _typed(self) -> None:
        self._draft = self.editor.text() if self.editor.is_changed() else None
        if self._draft == self._text:
            self._draft = None
        self._after()

    def _take_form(self, text: str) -> None:
        self._draft = text if text != self._text else None
        self._put_shown(pretty(text))
        self._after()
        self._mark_form()

    def _put(self, text: str) -> None:
        self._put_shown(pretty(text))
        self.editor.flush()
        self._draft = text if text != self._text else None
        if self.switch.current() == "form":
            self.form.set_text(self._schema, text)
        self._after()

    def _put_shown(self, shown: str) -> None:
        """Change the shown text as one step that the editor can undo."""
        self.editor.replace_text(shown)
        self.editor.blockSignals(True)
        self.editor.flush()
        self.editor.blockSignals(False)

    def _after(self) -> None:
        self._recheck()
        self._after_words()
        if self.switch.current() == "form":
            self._mark_form()
        elif self.switch.current() == "diff":
            self._show_diff()
        self.changed.emit()

    def _recheck(self) -> None:
        self.editor.check_now()
        self._tell()

    def _tell(self) -> None:
        sentences = [f"{issue.problem.pointer.removeprefix('/')} {_said(issue)}".strip() for issue in self.found]
        self.told.setText("\n".join(sentences[:6]))
        narrow = self.width() < theme().px(_NARROW)
        self.told.setVisible(narrow and bool(sentences) and self.switch.current() == "json")

    def _marks(self, text: str) -> list[Mark]:
        """The marks of the shown text; the issues are kept for the card."""
        self.found = () if self._plain else issues(text, self._check)
        return [self._mark(issue) for issue in self.found]

    def _mark(self, issue: Issue) -> Mark:
        problem = issue.problem
        fix = None if problem.repair is None else fill(self.tr("Change to {value}"), value=shorten(problem.repair))
        if fix is None and problem.near:
            fix = fill(self.tr("Rename to {name}"), name=problem.near)
        return Mark(issue.start, issue.end, _said(issue), problem.severity, fix)

    def _mark_form(self) -> None:
        self.form.set_marks({issue.problem.pointer: _said(issue) for issue in self.found})

    def _show_diff(self) -> None:
        self.diff.set_texts(pretty(self._original), pretty(self.current))
        self.diff.set_reverts(self._editable)
        self.diff.fit_height(2, MOST_LINES)

    def _leave(self) -> None:
        self.switch.setFocus(Qt.FocusReason.OtherFocusReason)


def _no_check(_text: str) -> tuple[Problem, ...]:
    return ()


def _said(issue: Issue) -> str:
    """The sentence of an issue in the language of the window."""
    words = issue.problem.sentence
    return QCoreApplication.translate("json", words) if issue.syntax else sentence(words)
