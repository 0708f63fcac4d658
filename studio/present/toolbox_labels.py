"""The English templates of chosen tools, agents, memory and the story of a session. A part of `labels.TEMPLATES`.

Above: `labels`. Below: `marked`. The same rules: one line a phrase, under the context `labels`, with named places.
"""

from studio.present.marked import QT_TRANSLATE_NOOP, Template

TOOLBOX_TEMPLATES: dict[str, Template] = {
    # Entries of the transcript.
    "row.source": QT_TRANSLATE_NOOP("labels", "Source {source}"),
    "row.groups_chosen": QT_TRANSLATE_NOOP("labels", "Groups chosen"),
    "row.offered": QT_TRANSLATE_NOOP("labels", "Tools chosen"),
    "row.agent_started": QT_TRANSLATE_NOOP("labels", "Agent {tool}"),
    "source.named": QT_TRANSLATE_NOOP("labels", "named {tools}"),
    "source.named_none": QT_TRANSLATE_NOOP("labels", "named no tool"),
    "source.failed": QT_TRANSLATE_NOOP("labels", "failed: {error}"),
    "groups.opened": QT_TRANSLATE_NOOP("labels", "opened {groups}"),
    "groups.opened_none": QT_TRANSLATE_NOOP("labels", "opened no group"),
    "groups.failed": QT_TRANSLATE_NOOP("labels", "no choice came of it: {error}"),
    "groups.by": QT_TRANSLATE_NOOP("labels", "asked {model}"),
    "offered.came": QT_TRANSLATE_NOOP("labels", "in: {tools}"),
    "offered.left": QT_TRANSLATE_NOOP("labels", "out: {tools}"),
    "offered.none": QT_TRANSLATE_NOOP("labels", "no tool"),
    "offered.same": QT_TRANSLATE_NOOP("labels", "the same as before"),
    # Why a tool is offered.
    "offered.why.always": QT_TRANSLATE_NOOP("labels", "nothing speaks against it"),
    "offered.why.visible": QT_TRANSLATE_NOOP("labels", "always visible"),
    "offered.why.pinned": QT_TRANSLATE_NOOP("labels", "kept in by hand"),
    "offered.why.group": QT_TRANSLATE_NOOP("labels", "group {by}"),
    "offered.why.source": QT_TRANSLATE_NOOP("labels", "source {by}"),
    "offered.why.found": QT_TRANSLATE_NOOP("labels", "found by “{by}”"),
    "offered.why.skill": QT_TRANSLATE_NOOP("labels", "skill {by}"),
    "offered.why.own": QT_TRANSLATE_NOOP("labels", "of this program"),
    # What a result brought.
    "adds.found": QT_TRANSLATE_NOOP("labels", "found by “{query}”: {tools}"),
    "adds.found_none": QT_TRANSLATE_NOOP("labels", "nothing found by “{query}”"),
    "adds.skill": QT_TRANSLATE_NOOP("labels", "activated the skill {skill}"),
    "adds.groups": QT_TRANSLATE_NOOP("labels", "opened the groups {groups}"),
    "result.of_agent": QT_TRANSLATE_NOOP("labels", "answer of the agent"),
    # What a request left out, and what went along.
    "count.left_out": (
        QT_TRANSLATE_NOOP("labels", "1 message left out"),
        QT_TRANSLATE_NOOP("labels", "{n} messages left out"),
    ),
    "count.passages": (QT_TRANSLATE_NOOP("labels", "1 passage"), QT_TRANSLATE_NOOP("labels", "{n} passages")),
    "row.passages": QT_TRANSLATE_NOOP("labels", "Passages"),
    "passage.always": QT_TRANSLATE_NOOP("labels", "with every request"),
    # The story of a session.
    "story.calls": QT_TRANSLATE_NOOP("labels", "Calls {tools}."),
    "story.thought": QT_TRANSLATE_NOOP("labels", "Thought"),
    "story.action": QT_TRANSLATE_NOOP("labels", "Action"),
    "story.observation": QT_TRANSLATE_NOOP("labels", "Observed"),
    "story.answer": QT_TRANSLATE_NOOP("labels", "Answer"),
    "story.tokens": QT_TRANSLATE_NOOP("labels", "Tokens"),
    "story.sum": QT_TRANSLATE_NOOP("labels", "All together"),
    "story.own": QT_TRANSLATE_NOOP("labels", "its own replies: {spent}"),
    "story.agents": QT_TRANSLATE_NOOP("labels", "agents: {spent}"),
    "story.choosing": QT_TRANSLATE_NOOP("labels", "choice of groups: {spent}"),
    "story.spent": QT_TRANSLATE_NOOP("labels", "{input} in, {output} out"),
    "story.spent_cached": QT_TRANSLATE_NOOP("labels", "{input} in ({cached} cached), {output} out"),
    "story.unknown": QT_TRANSLATE_NOOP("labels", "not told"),
    "story.was": QT_TRANSLATE_NOOP("labels", "the model wrote {call}"),
    "story.no_rounds": QT_TRANSLATE_NOOP("labels", "No request was sent yet."),
    "story.no_answer": QT_TRANSLATE_NOOP("labels", "The turn is not over yet."),
}
