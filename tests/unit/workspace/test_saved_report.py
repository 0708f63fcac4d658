"""A report is written whole or not at all."""

from pathlib import Path

import pytest

from studio.present.report import Heading, Part
from studio.workspace.saved_report import ReportError, save_report

pytestmark = pytest.mark.promise("H5")
PARTS: tuple[Part, ...] = (Heading("One", 1),)


def test_the_end_of_the_name_says_how(tmp_path: Path) -> None:
    save_report(tmp_path / "a.md", PARTS, "One")
    assert (tmp_path / "a.md").read_text() == "# One\n"
    save_report(tmp_path / "a.HTML", PARTS, "One")
    assert "<title>One</title>" in (tmp_path / "a.HTML").read_text()
    with pytest.raises(ReportError, match="Markdown or HTML"):
        save_report(tmp_path / "a.pdf", PARTS, "One")


def test_what_cannot_be_written_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="could not be written"):
        save_report(tmp_path / "no" / "a.md", PARTS, "One")
    (tmp_path / "b.md").mkdir()
    with pytest.raises(ReportError, match="could not be written"):
        save_report(tmp_path / "b.md", PARTS, "One")
    assert [each.name for each in tmp_path.iterdir()] == ["b.md"]
