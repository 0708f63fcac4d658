"""Pictures of the timeline with a rich session: light and dark, wide and narrow, large text, selection, filter, following, empty.

Run as a script with a folder for the pictures; for people, not for the test run.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtWidgets import QApplication

from studio.gui.look.theme import ThemeName, apply_theme
from studio.gui.panes.timeline import TimelinePane
from studio.present.row import Badge, Standing
from studio.present.words import Words, words
from studio.session.nodes import NodeId
from studio.session.notes import BranchNamed, Titled
from tests.sample_session import Sample, SampleSource, refund_session


def refund_source(title: str = "Refund triage", branch: str = "policy denied") -> SampleSource:
    """The refund session, stopped before its sensitive call."""
    sample = refund_session()
    sample.journal.note(Titled(title=title))
    second = sample.journal.tree.branches()[1].start
    sample.journal.note(BranchNamed(start=second, name=branch))
    opened = sample.journal.state.open
    assert opened is not None
    call = opened.calls[0].key
    paused = Badge(Words("badge.paused"), "paused")
    return SampleSource(
        sample,
        Standing(call, paused, words("due.send_results", n=2), problems={call: 2}, stops=frozenset({"call"})),
    )


def shot(
    app: QApplication, out: Path, name: str, size: tuple[int, int], prepare: Callable[[TimelinePane], None]
) -> None:
    """One picture."""
    pane = TimelinePane()
    pane.resize(*size)
    pane.show()
    prepare(pane)
    app.sendPostedEvents()
    app.processEvents()
    pane.grab().save(str(out / f"timeline-{name}.png"))
    pane.close()
    pane.deleteLater()


def main() -> None:
    """Make all pictures."""
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    themes: tuple[ThemeName, ...] = ("light", "dark", "high_contrast")
    for name in themes:
        apply_theme(app, name)
        shot(app, out, f"{name}-wide", (434, 780), lambda pane: pane.show_source(refund_source()))
        shot(app, out, f"{name}-narrow", (285, 780), lambda pane: pane.show_source(refund_source()))
    apply_theme(app, "light")
    shot(app, out, "middle", (360, 780), lambda pane: pane.show_source(refund_source()))
    shot(app, out, "chinese", (434, 780), lambda pane: pane.show_source(refund_source("退款分诊", "拒绝退款")))
    shot(app, out, "selected", (434, 780), _selected)
    shot(app, out, "filtered", (434, 780), _filtered)
    shot(app, out, "branch", (434, 780), _branch)
    shot(app, out, "long", (434, 500), _long)
    shot(app, out, "uncertain", (434, 400), _uncertain)
    shot(app, out, "empty", (434, 400), lambda pane: pane.show_source(SampleSource(Sample(), Standing())))
    apply_theme(app, "dark", 2.0)
    shot(app, out, "dark-200", (868, 1400), lambda pane: pane.show_source(refund_source()))


def _selected(pane: TimelinePane) -> None:
    pane.show_source(refund_source())
    pane.view.setFocus()
    pane.view.select(6)
    assert pane.model.rows is not None
    pane.model.rows.fold(2, True)


def _filtered(pane: TimelinePane) -> None:
    pane.show_source(refund_source())
    pane.filter.setText("kind:call tool:*e*")


def _branch(pane: TimelinePane) -> None:
    source = refund_source()
    source.journal.move(source.journal.tree.branches()[1].tip)
    source.standing = Standing(next=words("due.message"), asks=False)
    pane.show_source(source)


def _long(pane: TimelinePane) -> None:
    sample = Sample()
    sample.say("Go on.")
    sample.rounds(300)
    pane.show_source(SampleSource(sample, Standing()))
    pane.view.verticalScrollBar().setValue(1200)


def _uncertain(pane: TimelinePane) -> None:
    sample = Sample()
    sample.say("Delete the account.")
    sample.ask(1, 2)
    sample.reply(("delete_account", '{"id": "C-1907"}'), ("get_order", "{}"), ms=400, tokens=(90, 12))
    sample.start(0)
    sample.start(1)
    source = SampleSource(sample, Standing(call=(NodeId(3), 0), running=frozenset({(NodeId(3), 1)})))
    pane.show_source(source)


if __name__ == "__main__":
    main()
