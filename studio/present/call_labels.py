"""The English templates of running calls: limits, strategies, attempts, mocks, undoing. A part of `labels.TEMPLATES`.

Above: `labels`. Below: `marked`. The same rules: one line a phrase, under the context `labels`, with named places.
"""

from studio.present.marked import QT_TRANSLATE_NOOP, Template

CALL_TEMPLATES: dict[str, Template] = {
    # Where a session stopped, and why.
    "stop.before_undo": QT_TRANSLATE_NOOP("labels", "Paused before {tool} is undone"),
    "stop.after_undo": QT_TRANSLATE_NOOP("labels", "Paused after the undoing of {tool}"),
    "stop.uncertain_undo": QT_TRANSLATE_NOOP("labels", "{tool} may have been undone"),
    "stop.undo_failed": QT_TRANSLATE_NOOP("labels", "{tool} could not be undone"),
    "reason.approval.undo": QT_TRANSLATE_NOOP("labels", "approval: the undoing tool is sensitive"),
    "what.uncertain_undo": QT_TRANSLATE_NOOP(
        "labels", "the undoing began and has no end: run it again, type its result, or skip it"
    ),
    "what.undo_failed": QT_TRANSLATE_NOOP("labels", "its effect may still be there; the others are still undone"),
    "what.undo_problem": QT_TRANSLATE_NOOP("labels", "the undoing tool is not ready"),
    "what.agent_done": QT_TRANSLATE_NOOP("labels", "it came to its end; going on gives its answer to its caller"),
    "stop.in_agent": QT_TRANSLATE_NOOP("labels", "inside {agent} (depth {depth})"),
    "what.missed_undo": QT_TRANSLATE_NOOP("labels", "the recording does not undo this call"),
    "what.coercion": QT_TRANSLATE_NOOP("labels", "the arguments fit only when they are changed"),
    "what.failed": QT_TRANSLATE_NOOP("labels", "it is set to go no further here"),
    "what.failed.unknown_tool": QT_TRANSLATE_NOOP(
        "labels", "there is no tool of this name, and that is set to go no further"
    ),
    "what.failed.bad_arguments": QT_TRANSLATE_NOOP(
        "labels", "the arguments do not fit, and that is set to go no further"
    ),
    "what.tool_error.mocked": QT_TRANSLATE_NOOP("labels", "its mocked result is an error"),
    "what.failed.tool_error": QT_TRANSLATE_NOOP("labels", "the tool raised an error, and that is set to go no further"),
    "what.tool_execution": QT_TRANSLATE_NOOP("labels", "the results are the answer: the model is asked no more"),
    "what.tokens": QT_TRANSLATE_NOOP("labels", "{value} tokens since your last message, the limit is {most}"),
    "what.cost": QT_TRANSLATE_NOOP("labels", "{value} US dollars since your last message, the limit is {most}"),
    "what.cost_unknown": QT_TRANSLATE_NOOP(
        "labels", "what this model costs is not known, and there is a limit of {most} US dollars"
    ),
    "what.seconds": QT_TRANSLATE_NOOP("labels", "{value} seconds at work since your last message, the limit is {most}"),
    "what.same_call": QT_TRANSLATE_NOOP("labels", "the same call {value} times in a row, the limit is {most}"),
    # Rows and headings.
    "row.rollback": (
        QT_TRANSLATE_NOOP("labels", "Rolled back 1 call"),
        QT_TRANSLATE_NOOP("labels", "Rolled back {n} calls"),
    ),
    "row.rolling_back": QT_TRANSLATE_NOOP("labels", "Rolling back"),
    "row.undone": QT_TRANSLATE_NOOP("labels", "{tool} undone"),
    "row.not_undone": QT_TRANSLATE_NOOP("labels", "{tool} not undone"),
    "row.attempt": QT_TRANSLATE_NOOP("labels", "Attempt {number} of {tool}"),
    "undo.by": QT_TRANSLATE_NOOP("labels", "by {undo}"),
    "undo.because": QT_TRANSLATE_NOOP("labels", "because {cause} failed"),
    "undo.failed": (
        QT_TRANSLATE_NOOP("labels", "1 could not be undone"),
        QT_TRANSLATE_NOOP("labels", "{n} could not be undone"),
    ),
    "undo.told": QT_TRANSLATE_NOOP("labels", "the model reads"),
    "call.ran_with": QT_TRANSLATE_NOOP("labels", "ran with {arguments}"),
    "truth.rewrite": QT_TRANSLATE_NOOP("labels", "the history says your edit"),
    "truth.notify": QT_TRANSLATE_NOOP("labels", "the history keeps the model's call; its result begins with a notice"),
    "truth.keep": QT_TRANSLATE_NOOP("labels", "the history keeps the model's call"),
    "call.kept": QT_TRANSLATE_NOOP("labels", "the history says {call}"),
    "badge.kept": QT_TRANSLATE_NOOP("labels", "kept"),
    "badge.notice": QT_TRANSLATE_NOOP("labels", "notice"),
    "call.attempts": (
        QT_TRANSLATE_NOOP("labels", "1 attempt failed before"),
        QT_TRANSLATE_NOOP("labels", "{n} attempts failed before"),
    ),
    "result.approved": QT_TRANSLATE_NOOP("labels", "approved"),
    "result.rule": QT_TRANSLATE_NOOP("labels", "mock rule {rule}"),
    "result.fault": QT_TRANSLATE_NOOP("labels", "made to go wrong: {fault}"),
    "result.cut": (
        QT_TRANSLATE_NOOP("labels", "cut from 1 character"),
        QT_TRANSLATE_NOOP("labels", "cut from {n} characters"),
    ),
    "result.picture": QT_TRANSLATE_NOOP("labels", "picture {number}"),
    "result.picture_of": QT_TRANSLATE_NOOP("labels", "picture {number}: {what}"),
    "fault.timeout": QT_TRANSLATE_NOOP("labels", "time-out"),
    "fault.error": QT_TRANSLATE_NOOP("labels", "error"),
    "fault.empty": QT_TRANSLATE_NOOP("labels", "empty"),
    "fault.not_json": QT_TRANSLATE_NOOP("labels", "not JSON"),
    "fault.truncated": QT_TRANSLATE_NOOP("labels", "truncated"),
    "fault.huge": QT_TRANSLATE_NOOP("labels", "one megabyte"),
    "fault.slow": QT_TRANSLATE_NOOP("labels", "slow"),
    "fault.closed": QT_TRANSLATE_NOOP("labels", "its process ends"),
    "badge.fault": QT_TRANSLATE_NOOP("labels", "fault"),
    "badge.rolled_back": QT_TRANSLATE_NOOP("labels", "rolled back"),
    "badge.not_undone": QT_TRANSLATE_NOOP("labels", "not undone"),
    "badge.changed": QT_TRANSLATE_NOOP("labels", "changed to fit"),
    "badge.cut": QT_TRANSLATE_NOOP("labels", "cut"),
    "badge.approved": QT_TRANSLATE_NOOP("labels", "approved"),
    "badge.denied": QT_TRANSLATE_NOOP("labels", "denied"),
    "badge.may_be_undone": QT_TRANSLATE_NOOP("labels", "may be undone"),
    "status.denied": QT_TRANSLATE_NOOP("labels", "denied by the policy"),
    "status.not_undone": QT_TRANSLATE_NOOP("labels", "not undone"),
    "status.skipped": QT_TRANSLATE_NOOP("labels", "skipped"),
    "spoken.rollback": QT_TRANSLATE_NOOP("labels", "rollback"),
    "spoken.undone": QT_TRANSLATE_NOOP("labels", "undoing of {tool}"),
}
