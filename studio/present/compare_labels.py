"""The English templates of what is said of a comparison. A part of `labels.TEMPLATES`.

Above: `labels`. Below: `marked`. The same rules: one line a phrase, under the context `labels`, with named places.
"""

from studio.present.marked import QT_TRANSLATE_NOOP, Template

COMPARE_TEMPLATES: dict[str, Template] = {
    # The sum of it.
    "compare.same": QT_TRANSLATE_NOOP("labels", "Both decided the same in every round, and got the same."),
    "compare.results_only": QT_TRANSLATE_NOOP(
        "labels", "Both decided the same in every round; tools gave other results."
    ),
    "compare.first": QT_TRANSLATE_NOOP("labels", "The first decision that differs is in round {round}."),
    "compare.not_run_only": QT_TRANSLATE_NOOP(
        "labels", "Both decided the same in every round; some calls were run on one side only."
    ),
    "compare.nothing": QT_TRANSLATE_NOOP("labels", "Nothing was asked in either of them yet."),
    "compare.calls_same": QT_TRANSLATE_NOOP("labels", "same calls"),
    "compare.calls_differ": QT_TRANSLATE_NOOP("labels", "other calls"),
    "compare.arguments_same": QT_TRANSLATE_NOOP("labels", "same arguments"),
    "compare.arguments_differ": QT_TRANSLATE_NOOP("labels", "other arguments"),
    "compare.answer_same": QT_TRANSLATE_NOOP("labels", "same answer"),
    "compare.left_ended": QT_TRANSLATE_NOOP("labels", "the left one ends earlier"),
    "compare.right_ended": QT_TRANSLATE_NOOP("labels", "the right one ends earlier"),
    "compare.answer_differs": QT_TRANSLATE_NOOP("labels", "another answer"),
    # What made the decision come out otherwise.
    "cause.edit": QT_TRANSLATE_NOOP("labels", "The person changed the reply."),
    "cause.edit_before": QT_TRANSLATE_NOOP("labels", "The person changed what stands before it."),
    "cause.model": QT_TRANSLATE_NOOP("labels", "Another model was asked."),
    "cause.parameters": QT_TRANSLATE_NOOP("labels", "The request had other parameters."),
    "cause.tools": QT_TRANSLATE_NOOP("labels", "The request offered other tools."),
    "cause.prompt": QT_TRANSLATE_NOOP("labels", "The request asked for something else."),
    "cause.tool_output": QT_TRANSLATE_NOOP("labels", "A tool had given something else."),
    "cause.history": QT_TRANSLATE_NOOP("labels", "The history before it says something else."),
    "cause.chance": QT_TRANSLATE_NOOP("labels", "Chance: both requests say the same."),
    "cause.end": QT_TRANSLATE_NOOP("labels", "One of the two ends before."),
    "cause.also": QT_TRANSLATE_NOOP("labels", "Also, less likely:"),
    # What differs.
    "change.call": QT_TRANSLATE_NOOP("labels", "call"),
    "change.arguments": QT_TRANSLATE_NOOP("labels", "argument"),
    "change.text": QT_TRANSLATE_NOOP("labels", "text"),
    "change.result": QT_TRANSLATE_NOOP("labels", "result"),
    "change.failure": QT_TRANSLATE_NOOP("labels", "failed request"),
    "change.model": QT_TRANSLATE_NOOP("labels", "model"),
    "change.parameter": QT_TRANSLATE_NOOP("labels", "parameter"),
    "change.tool": QT_TRANSLATE_NOOP("labels", "tool"),
    "change.system": QT_TRANSLATE_NOOP("labels", "system text"),
    "change.message": QT_TRANSLATE_NOOP("labels", "message"),
    # An edit: on which side it was made, and what stood there.
    "compare.on_left": QT_TRANSLATE_NOOP("labels", "on the left"),
    "compare.on_right": QT_TRANSLATE_NOOP("labels", "on the right"),
    "compare.was": QT_TRANSLATE_NOOP("labels", "was"),
    "compare.now": QT_TRANSLATE_NOOP("labels", "now"),
    "compare.not_there": QT_TRANSLATE_NOOP("labels", "not there"),
    "compare.not_run": QT_TRANSLATE_NOOP("labels", "not run"),
    # Single steps and answers.
    "document.request": QT_TRANSLATE_NOOP("labels", "Request, step {step}"),
    "document.reply": QT_TRANSLATE_NOOP("labels", "Reply, step {step}"),
    "document.failure": QT_TRANSLATE_NOOP("labels", "Failure, step {step}"),
    "document.call": QT_TRANSLATE_NOOP("labels", "{tool}, step {step}"),
    "document.step": QT_TRANSLATE_NOOP("labels", "Step {step}"),
    "document.answer": QT_TRANSLATE_NOOP("labels", "Sample {sample}: {arm}, answer {nth}"),
    "step.request": QT_TRANSLATE_NOOP("labels", "Round {round}: request"),
    "step.reply": QT_TRANSLATE_NOOP("labels", "Round {round}: reply, {said}"),
    "step.failure": QT_TRANSLATE_NOOP("labels", "Round {round}: failed, {said}"),
    "step.call": QT_TRANSLATE_NOOP("labels", "Round {round}: {said}"),
    "document.same": QT_TRANSLATE_NOOP("labels", "Both say the same."),
    "document.differ": (
        QT_TRANSLATE_NOOP("labels", "They differ in 1 place."),
        QT_TRANSLATE_NOOP("labels", "They differ in {n} places."),
    ),
    # The table.
    "compare.rounds_title": QT_TRANSLATE_NOOP("labels", "Round by round"),
    "compare.unread_left": (
        QT_TRANSLATE_NOOP("labels", "Of the left file 1 damaged line is missing here."),
        QT_TRANSLATE_NOOP("labels", "Of the left file {n} damaged lines are missing here."),
    ),
    "compare.unread_right": (
        QT_TRANSLATE_NOOP("labels", "Of the right file 1 damaged line is missing here."),
        QT_TRANSLATE_NOOP("labels", "Of the right file {n} damaged lines are missing here."),
    ),
    "compare.rounds": QT_TRANSLATE_NOOP("labels", "rounds"),
    "compare.calls": QT_TRANSLATE_NOOP("labels", "tool calls"),
    "compare.errors": QT_TRANSLATE_NOOP("labels", "failed calls"),
    "compare.tokens": QT_TRANSLATE_NOOP("labels", "tokens in → out"),
    "compare.seconds": QT_TRANSLATE_NOOP("labels", "time at work"),
    "compare.cost": QT_TRANSLATE_NOOP("labels", "cost"),
    "compare.unknown": QT_TRANSLATE_NOOP("labels", "unknown"),
    "compare.shared": QT_TRANSLATE_NOOP("labels", "the same round"),
    "compare.equal": QT_TRANSLATE_NOOP("labels", "the same"),
    "compare.not_run_left": QT_TRANSLATE_NOOP("labels", "not run left"),
    "compare.not_run_right": QT_TRANSLATE_NOOP("labels", "not run right"),
    "compare.other_results": QT_TRANSLATE_NOOP("labels", "other results"),
    "compare.differs": QT_TRANSLATE_NOOP("labels", "differs"),
    "compare.other_tool": QT_TRANSLATE_NOOP("labels", "another tool"),
    "compare.other_result": QT_TRANSLATE_NOOP("labels", "another result"),
    "compare.only_left": QT_TRANSLATE_NOOP("labels", "only left"),
    "compare.only_right": QT_TRANSLATE_NOOP("labels", "only right"),
}
