"""The form of one profile: connection, model and tools, parameters, more. What does not fit is said beside its field.

Above: `profiles`. Below: its parts, `workspace` (the checked value). Typing changes nothing until it is saved.
"""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.dialogs.profile_connection import ProfileConnection
from studio.gui.dialogs.profile_model import ProfileModel
from studio.gui.dialogs.profile_more import ProfileMore
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.parameters.param_form import ParamForm
from studio.gui.words import fill
from studio.gui.words import sentence as say_sentence
from studio.problems import StudioError
from studio.workspace.parameters import translate
from studio.workspace.profiles import Preset, ProfileError, read_profile

if TYPE_CHECKING:
    from studio.workspace.profiles import Profile


class ProfileForm(QWidget):
    """`profile()` checks what stands in the fields. `fetch_wanted` as of its part."""

    fetch_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        # Made in the order in which they stand: Tab goes so.
        self.connection, self.model = ProfileConnection(self), ProfileModel(self)
        self.parameters, self.params = FieldSection(self.tr("Parameters"), self), ParamForm(self)
        self.more = ProfileMore(self)
        self.parameters.column.addWidget(self.params)
        self._spoken = ("openai_chat", dict[str, Any]())
        """The params as the person wrote them last, and in which dialect: from them another dialect's are made."""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, theme().px(16), 0)
        column.setSpacing(theme().px(24))
        for part in (self.connection, self.model, self.parameters, self.more):
            column.addWidget(part)
        column.addStretch(1)
        self.connection.dialect_changed.connect(self._speak)
        self.connection.preset_chosen.connect(self._take_preset)
        self.model.fetch_wanted.connect(self.fetch_wanted)
        self.params.edited.connect(self._remember)
        self.show_profile(None, "none")

    @property
    def typed_key(self) -> str:
        """A key that was typed to be stored; empty when there is none."""
        return self.connection.typed_key

    def show_profile(self, profile: "Profile | None", key_state: str) -> None:
        """Fill the fields; None for a new profile. `key_state` is that of the workspace."""
        self.connection.show_profile(profile, key_state)
        self.model.show_profile(profile)
        self.more.show_profile(profile)
        self._spoken = (self._dialect(), dict(profile.params) if profile else {})
        self.params.set_value(*self._spoken)
        self.connection.rows["dialect"].set_hint("")
        self._shown = self._typed()

    @property
    def is_changed(self) -> bool:
        """Whether anything in the fields is not as it was shown."""
        return self._typed() != self._shown

    def _typed(self) -> tuple[object, ...]:
        parts = (self.connection.values(), self.model.values(), self.more.values(), self.typed_key)
        return (*parts, self.params.params(), self.params.problem())

    def profile(self, *, nameless: bool = False) -> "Profile":
        """The checked profile; a `nameless` one is only asked something. Raises ProfileError with the sentence for the first thing
        that does not fit, which is also said beside its field."""
        for part in (self.connection, self.model, self.more):
            part.clear_problems()
        values: dict[str, Any] = {**self.connection.values(), **self.model.values(), **self.more.values()}
        if nameless:
            values["name"] = values["name"] or "new"
        self._check(nameless=nameless)
        try:
            return read_profile({**values, "params": self.params.params()})
        except StudioError as error:
            place, _, words = error.sentence.partition(": ")
            raise self.refuse(place, say_sentence(words)) from None

    def refuse(self, place: str, sentence: str) -> ProfileError:
        """Say beside a field what is wrong with it, and give the error."""
        for part in (self.connection, self.model, self.more):
            if part.say(place, sentence):
                break
        return ProfileError(sentence)

    def _check(self, *, nameless: bool) -> None:
        place, sentence = self.connection.missing()
        if place and not (nameless and place == "name"):
            raise self.refuse(place, sentence)
        wrong = self.params.problem()
        if wrong:
            self.params.focus_problem()
            raise ProfileError(wrong)
        line = self.more.wrong_line()
        if line:
            raise self.refuse("headers", line)

    def _dialect(self) -> str:
        return str(self.connection.dialect.value())

    def _take_preset(self, preset: Preset) -> None:
        self.model.forget_models()
        self.model.model.setEditText(preset.model)

    def _remember(self) -> None:
        self._spoken = (self._dialect(), self.params.params())

    def _speak(self) -> None:
        """Say the parameters in the dialect that was chosen; what it has no place for is named, and comes back with the old one."""
        source, params = self._spoken
        said, remarks = translate(params, source, self._dialect())
        self.params.set_value(self._dialect(), said)
        left = ", ".join(remark.subject for remark in remarks)
        words = fill(self.tr("This dialect has no place for {names}: left out."), names=left) if left else ""
        self.connection.rows["dialect"].set_hint(words)
