"""The row of a call that an agent answers: how far its session came, and what it cost.

Above: `part_reader`. Below: `agent_run`, `row_details`, `session/tree`.
"""

from msgspec.structs import replace

from studio.messages.reply import Usage
from studio.present.agent_run import AgentRun
from studio.present.arguments_summary import one_line
from studio.present.round_facts import RoundFacts
from studio.present.row import Row
from studio.present.words import words
from studio.session.events import AgentStarted
from studio.session.frames import frames
from studio.session.lines import LineError
from studio.session.tree import Tree

COLOUR = "agent"


def agent_row(row: Row, run: AgentRun, facts: RoundFacts, tree: Tree, folded: bool) -> Row:
    """The row of the call as that of an agent: it can be folded, and tells the rounds and calls of its session."""
    counts = (words("count.rounds", n=run.replies),) + ((words("count.calls", n=run.results),) if run.results else ())
    spent, started = _spent(run, tree), facts.started.get(row.call) if row.call is not None else None
    asked = one_line(started.message.text) if isinstance(started, AgentStarted) else ""
    return replace(
        row,
        icon="agent",
        token=COLOUR,
        folded=folded,
        code_summary=False,
        summary=(*counts, *row.summary),
        notes=(*row.notes, *((words("agent.asked", text=asked),) if asked else ())),
        tokens_in=spent.input,
        tokens_out=spent.output,
        uncertain=False,
        waiting=False,
    )


def _spent(run: AgentRun, tree: Tree) -> Usage:
    """The tokens of the agent's session so far, with those of agents that it called; nothing where that cannot be read."""
    try:
        found = frames(tree.state(run.tip))
    except LineError:
        return Usage()
    sent = received = 0
    for frame in found:
        sent, received = sent + frame.input_tokens, received + frame.output_tokens
        if frame.inside == run.call:
            return Usage(sent, received) if sent or received else Usage()
    return Usage()
