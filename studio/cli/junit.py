"""Checked replays as JUnit XML: a file is a suite, a branch a case. Pure.

Above: `replay_check`. Below: `replay_verdict`. Writes only; nothing is parsed.
"""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Any
from xml.etree import ElementTree as ET

import msgspec

from studio.cli.replay_verdict import Verdict

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_OPENS = "(the file)"
"""The name of the case of a file that cannot be read."""


class CheckedBranch(msgspec.Struct, frozen=True):
    """How a branch of a file came out, after so many seconds. Without a `branch` it is the file itself that is wrong."""

    file: str
    branch: str
    verdict: Verdict
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The members of its JSON value."""
        verdict = self.verdict
        return {
            "file": self.file,
            "branch": self.branch or None,
            "same": verdict.what == "same",
            "what": verdict.what,
            "sentence": verdict.sentence,
            "difference": verdict.difference,
            "nearest": verdict.node or None,
            "unused": verdict.unused,
            "seconds": round(self.seconds, 3),
        }


def written(checked: Iterable[CheckedBranch]) -> bytes:
    """The XML of all of them, in their order, in UTF-8."""
    root = ET.Element("testsuites", name="toolcall-studio replay --check")
    every = list(checked)
    for file, cases in groupby(every, key=lambda each: each.file):
        _suite(root, file, list(cases))
    _count(root, every)
    ET.indent(root)
    made: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return made + b"\n"


def _suite(root: ET.Element, file: str, cases: list[CheckedBranch]) -> None:
    suite = ET.SubElement(root, "testsuite", name=legal(file))
    _count(suite, cases)
    for each in cases:
        names = {"classname": legal(file), "name": legal(each.branch or _OPENS), "time": f"{each.seconds:.3f}"}
        case = ET.SubElement(suite, "testcase", names)
        if each.verdict.what != "same":
            kind = "error" if _is_error(each.verdict) else "failure"
            first, *rest = each.verdict.lines
            told = ET.SubElement(case, kind, type=each.verdict.what, message=legal(first))
            told.text = legal("\n".join((first, *rest)))


def _count(element: ET.Element, cases: list[CheckedBranch]) -> None:
    errors = sum(_is_error(each.verdict) for each in cases)
    failures = sum(each.verdict.what != "same" for each in cases) - errors
    counted = {"tests": len(cases), "failures": failures, "errors": errors}
    element.attrib.update({name: str(number) for name, number in counted.items()})
    element.set("time", f"{sum(each.seconds for each in cases):.3f}")


def _is_error(verdict: Verdict) -> bool:
    """Whether it could not be gone along, so that nothing is known of it."""
    return verdict.what in ("file", "stopped")


def legal(text: str) -> str:
    """`text` with the escape (`\\x1b`) of each character that may not stand in XML."""
    return _NOT_IN_XML.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode(), text)
