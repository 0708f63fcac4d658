"""Mock rules in words: what one answers and when, and why it does not fit a call.

Above: the mock editor. Below: `panes/fault_words`. Words are those of the context `MockWords`.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from studio.gui.panes.fault_words import fault_words
from studio.gui.words import fill
from studio.session.mocks import Fault, MockRule

translate = QCoreApplication.translate

if TYPE_CHECKING:
    from studio.workspace.mocking import Look

ANSWERED_BY_TEXT: tuple[Fault, ...] = ("", "error", "truncated", "slow")
"""The ways in which the answer of the rule plays a part."""
_LONGEST = 60


def rule_words(rule: MockRule) -> str:
    """What a rule does: `city == 'Paris' → rain`."""
    when = [rule.when] if rule.when else []
    if rule.nth:
        when.append(fill(translate("MockWords", "call {n}"), n=rule.nth))
    if rule.times:
        when.append(
            translate("MockWords", "once")
            if rule.times == 1
            else fill(translate("MockWords", "{n} times"), n=rule.times)
        )
    always = translate("MockWords", "always")
    return f"{' · '.join(when) or always} → {_answer(rule)}"


def recorded_words(rule: MockRule) -> str:
    """A recorded result in a menu: which tool gave it, to which arguments, and how it begins."""
    return f"{rule.tool}  {_cut(rule.when)} → {_cut(rule.text)}".replace("&", "&&")


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def _answer(rule: MockRule) -> str:
    said = []
    if rule.fault:
        said.append(fault_words(rule.fault))
    if rule.answer == "real" and rule.fault in ("", "slow"):
        said.append(translate("MockWords", "the tool runs"))
    elif rule.fault in ANSWERED_BY_TEXT:
        said.append(_cut(rule.text) or translate("MockWords", "an empty text"))
        if rule.then:
            said.append(fill(translate("MockWords", "then {n} more"), n=len(rule.then)))
        if rule.media:
            pictures = (
                translate("MockWords", "1 picture") if len(rule.media) == 1 else translate("MockWords", "{n} pictures")
            )
            said.append(fill(pictures, n=len(rule.media)))
    if rule.is_error and rule.fault in ("", "slow"):
        said.append(translate("MockWords", "as an error"))
    if rule.delay:
        said.append(fill(translate("MockWords", "after {n} s"), n=f"{rule.delay:g}"))
    return " · ".join(each for each in said if each)


def verdict(rule: MockRule, look: "Look", *, earlier: bool) -> tuple[str, str]:
    """What a rule makes of a call, in a word or two and in a sentence; `earlier`: one above it answers."""
    match look.miss:
        case "" if earlier:
            return translate("MockWords", "comes later"), translate(
                "MockWords", "It fits, but a rule above it answers first."
            )
        case "":
            return translate("MockWords", "answers"), translate("MockWords", "It answers this call.")
        case "off":
            return translate("MockWords", "off"), translate("MockWords", "It is switched off.")
        case "name":
            return translate("MockWords", "other tool"), fill(
                translate("MockWords", "It is for other tools: their names are {pattern}."),
                pattern=rule.tool,
            )
        case "condition" if look.detail:
            return translate("MockWords", "cannot be asked"), fill(
                translate("MockWords", "Its condition cannot be asked here: {why}"), why=look.detail
            )
        case "condition":
            return translate("MockWords", "does not hold"), translate(
                "MockWords", "Its condition does not hold for these arguments."
            )
        case "count":
            said = fill(
                translate("MockWords", "It is for call {nth} of the tool; this is call {n}."),
                nth=rule.nth,
                n=look.count,
            )
            return fill(translate("MockWords", "this is call {n}"), n=look.count), said
        case _:
            return translate("MockWords", "used up"), fill(
                translate("MockWords", "It has answered {n} times already, as often as it may."),
                n=look.count,
            )
