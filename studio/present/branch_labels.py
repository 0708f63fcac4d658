"""The English templates of the tree of branches. A part of `labels.TEMPLATES`.

Above: `labels`. Below: `marked`. The same rules: one line a phrase, under the context `labels`, with named places.
"""

from studio.present.marked import QT_TRANSLATE_NOOP, Template

BRANCH_TEMPLATES: dict[str, Template] = {
    "what.ran_before": QT_TRANSLATE_NOOP(
        "labels", "it ran already with these arguments, on another branch; Run runs it once more"
    ),
    # Where a branch begins.
    "branch.from_start": QT_TRANSLATE_NOOP("labels", "from the beginning"),
    "branch.from_before": QT_TRANSLATE_NOOP("labels", "before round 1"),
    "branch.from_round": QT_TRANSLATE_NOOP("labels", "after round {round}"),
    "branch.within_round": QT_TRANSLATE_NOOP("labels", "within round {round}"),
    "branch.detached": QT_TRANSLATE_NOOP("labels", "detached: what stood before it is damaged"),
    "row.branch_goes_on": QT_TRANSLATE_NOOP("labels", "Branch goes on"),
    # Where it stands.
    "branch.begun": QT_TRANSLATE_NOOP("labels", "only begun"),
    "branch.edited": QT_TRANSLATE_NOOP("labels", "edited, nothing sent yet"),
    "branch.finished": QT_TRANSLATE_NOOP("labels", "finished"),
    "branch.failed": QT_TRANSLATE_NOOP("labels", "the request failed"),
    "branch.limit": QT_TRANSLATE_NOOP("labels", "at a limit"),
    "branch.approval": QT_TRANSLATE_NOOP("labels", "waits for approval"),
    "branch.exception": QT_TRANSLATE_NOOP("labels", "stopped: something went wrong"),
    "branch.uncertain": QT_TRANSLATE_NOOP("labels", "something has no end"),
    "branch.request_due": QT_TRANSLATE_NOOP("labels", "a request is due"),
    "branch.calls_due": (QT_TRANSLATE_NOOP("labels", "1 call waits"), QT_TRANSLATE_NOOP("labels", "{n} calls wait")),
    "branch.stopped": QT_TRANSLATE_NOOP("labels", "stopped within a round"),
    "branch.unreadable": QT_TRANSLATE_NOOP("labels", "cannot be read"),
    # What else there is to say of it.
    "branch.here": QT_TRANSLATE_NOOP("labels", "the session stands here"),
    "branch.hidden": QT_TRANSLATE_NOOP("labels", "hidden"),
    "branch.replayed": QT_TRANSLATE_NOOP("labels", "replayed"),
    "branch.sampled": QT_TRANSLATE_NOOP("labels", "sampled"),
    # What became of what is expected.
    "expectation.met": QT_TRANSLATE_NOOP("labels", "met"),
    "expectation.not_met": QT_TRANSLATE_NOOP("labels", "not met"),
    "expectation.not_yet": QT_TRANSLATE_NOOP("labels", "not met so far"),
    "expectation.unknown": QT_TRANSLATE_NOOP("labels", "not known yet"),
    "expectation.no_answer": QT_TRANSLATE_NOOP("labels", "cannot be said"),
    "expectation.unsaid": QT_TRANSLATE_NOOP("labels", "cannot be said: {why}"),
    "expectation.expects": QT_TRANSLATE_NOOP("labels", "expects {expression}"),
}
