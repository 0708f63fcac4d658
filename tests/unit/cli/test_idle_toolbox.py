"""What of the options for choosing tools does nothing is said; what does something is not."""

from studio.cli.idle_toolbox import idle
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.setup import Setup
from studio.session.toolbox import ByExpression, Chosen, ToolGroup, ToolSearch, ToolSource

TOOLS = (ToolSpec("look_up"), ToolSpec("helper"))


def test_what_does_nothing_is_said_in_a_sentence_each() -> None:
    setup = Setup(
        tools=TOOLS,
        groups=(ToolGroup("a"), ToolGroup("b", ("refund_*",), Chosen()), ToolGroup("c", ("*",), Chosen(), "All.")),
        sources=(ToolSource("page", "p.py", "f", ("pay",)),),
        pinned=("none",),
        context={"role": "admin"},
        search=ToolSearch(on=True),
        executors={"helper": Agent(tools=("lookup", "look_*"))},
    )
    assert list(idle(setup)) == [
        "The group a names no tool.",
        "The group b has no description: its name is all that the choice goes by.",
        "The group b holds nothing: no tool of the session fits it.",
        "The source page holds nothing: no tool of the session fits it.",
        "--pin none does nothing: the session has no tool none.",
        "--context does nothing: no group has a rule of the kind expression, which could ask for it.",
        "--search finds nothing: the session has no tool that a search may find.",
        "The agent helper may call lookup, and the session has no such tool. Did you mean look_up?",
    ]


def test_what_does_something_is_not_told() -> None:
    asks = ToolGroup("a", ("helper",), ByExpression("context.role == 'admin'"))
    setup = Setup(
        tools=TOOLS, groups=(asks,), context={"role": "admin"}, pinned=("helper",), search=ToolSearch(on=True)
    )
    assert list(idle(setup)) == []
