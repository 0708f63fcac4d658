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
from studio.present.row import Badge, Live, Standing
from studio.present.row_kinds import HIDDEN_AT_FIRST
from studio.present.words import Words, words
from studio.session.agents import Agent
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
    shot(app, out, "every-kind", (434, 1000), _every_kind)
    shot(app, out, "running", (434, 500), _running)
    shot(app, out, "hidden", (434, 500), _hidden)
    shot(app, out, "fault", (434, 500), _fault)
    shot(app, out, "offers", (434, 500), _offers)
    shot(app, out, "empty", (434, 400), lambda pane: pane.show_source(SampleSource(Sample(), Standing())))
    apply_theme(app, "dark")
    shot(app, out, "dark-every-kind", (434, 1000), _every_kind)
    shot(app, out, "dark-running", (434, 500), _running)
    apply_theme(app, "light", 0.8)
    shot(app, out, "80", (434, 780), lambda pane: pane.show_source(refund_source()))
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


def every_kind() -> Sample:
    """A session in which each kind of row stands at least once."""
    sample = Sample()
    sample.setup(system="You settle refund requests.", executors={"billing_agent": Agent()})
    sample.say("Order 48213 arrived with a broken cup.")
    sample.source("stock list", "get_order", "refund", ms=40)
    sample.offer("get_order", "refund", "billing_agent")
    sample.ask(2, 6)
    sample.fail(429, "rate limited", ms=1020)
    sample.ms += 1000
    sample.ask(2, 6)
    sample.reply(
        ("get_order", '{"id": "48213"}'),
        ("billing_agent", '{"task": "open invoices"}'),
        ms=1120,
        first=350,
        tokens=(1318, 71),
    )
    sample.edit_call(0, "get_order", '{"id": "48214"}')
    sample.start(0)
    sample.asked(0)
    sample.result(0, "ValueError: id must be a number", "ran", 310, error=True)
    sample.enter(1, "Which invoices are open?")
    sample.ask(1)
    sample.reply(text="None is open.", ms=1600, first=400, tokens=(943, 12))
    sample.leave("No open invoice.", 20)
    sample.edit_result(0, "Order 48214 is lost.")
    sample.setup(params={"temperature": 0})
    sample.edit_history("Order 48214 arrived with a broken cup.")
    sample.ask(20, 6, left_out=4)
    sample.reply(text="I have refunded it.", ms=900, first=200, tokens=(1800, 20))
    sample.say("Thanks.")
    return sample


def _every_kind(pane: TimelinePane) -> None:
    sample = every_kind()
    pane.hide_kinds(frozenset())
    pane.show_source(SampleSource(sample, Standing(next=words("due.send_message"))))


def _running(pane: TimelinePane) -> None:
    sample = Sample()
    sample.say("Look everything up.")
    sample.ask(1, 6)
    sample.reply(
        ("get_order", '{"id": 1}'), ("search_policy", '{"q": "cup"}'), ("get_customer", "{}"), ms=900, first=300
    )
    sample.run(0, "delivered", ms=250)
    for at in (1, 2):
        sample.start(at)
        sample.ms += 300
    keys = frozenset(sample.key(at) for at in (1, 2))
    source = SampleSource(sample, Standing(running=keys))
    source.live = Live(sample.ms + 700)
    pane.show_source(source)


def _hidden(pane: TimelinePane) -> None:
    pane.show_source(refund_source())
    pane.hide_kinds(HIDDEN_AT_FIRST | {"request", "response"})


def _fault(pane: TimelinePane) -> None:
    pane.show_source(refund_source())
    pane.filter.setText("is:broken tokens:many")


def _offers(pane: TimelinePane) -> None:
    pane.show_source(refund_source())
    pane.filter.setFocus()
    pane.filter.setText("is:")
    pane.completer.open()
    shown = pane.completer.list.popup()
    if shown is not None:
        shown.grab().save(str(Path(sys.argv[1]) / "timeline-offers-list.png"))


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
