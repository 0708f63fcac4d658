"""The story of a session as values: its rounds with thought, action and observation, and what they come to. The JSON of `show --json`.

Above: `story` makes them, `story_text`, the command line and the window show them. Below: `result_parts`. Every member stands in the JSON,
also where it is empty; figures that nobody told are null.
"""

import msgspec

from studio.present.result_parts import ResultPart


class Spent(msgspec.Struct, frozen=True):
    """Tokens as the provider counted them: `input` with those `cached` among them, and `output`; None where it did not say."""

    input: int | None = None
    output: int | None = None
    cached: int | None = None

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(*(_sum(getattr(self, name), getattr(other, name)) for name in self.__struct_fields__))


def _sum(one: int | None, other: int | None) -> int | None:
    return other if one is None else one + (other or 0)


NOTHING_SPENT = Spent()


class Undone(msgspec.Struct, frozen=True):
    """The call was undone by the tool `by` because `cause` failed, or (`failed`) could not be. `told` is what the model reads since."""

    by: str = ""
    cause: str = ""
    told: str = ""
    failed: bool = False


class Observation(msgspec.Struct, frozen=True):
    """What came back: `text` whole, as it stands, and `short` on one line. `source` is `ran`, `mock`, `rejected`, `refused`, `recorded` or
    `by_hand`, `status` how the run ended. `before_cut` is the text before it was cut, empty where it was not; `edited`: the person changed
    it. `found`, `skill` and `groups` are what it brought for the requests after it. `parts` are the contents that the tool gave, without
    what they hold, where they are more than text and pictures."""

    text: str = ""
    short: str = ""
    source: str = "ran"
    status: str = "ok"
    is_error: bool = False
    seconds: float = 0.0
    before_cut: str = ""
    edited: bool = False
    undone: Undone | None = None
    found: tuple[str, ...] = ()
    skill: str = ""
    groups: tuple[str, ...] = ()
    parts: tuple[ResultPart, ...] = ()


class ServerQuestion(msgspec.Struct, frozen=True):
    """What an MCP server asked while it worked: a `form`, a `url` to open, or a model's answer (`sampling`). `action` is `accept`,
    `decline` or `cancel`; `filled` is the form as JSON text. Of sampling `text` is what went back, by `model` or `by_hand`, and
    what it cost; `seconds` is how long the model took, not the person."""

    server: str
    what: str = "form"
    message: str = ""
    url: str = ""
    action: str = "cancel"
    filled: str = ""
    text: str = ""
    model: str = ""
    by_hand: bool = False
    tokens: Spent = NOTHING_SPENT
    error: str = ""
    seconds: float = 0.0


class Action(msgspec.Struct, frozen=True):
    """A call: `tool` and its `arguments` as they stand. `ran_with` is the JSON text that the tool got where it is not that of the call;
    `asked` the call as the model wrote it, where the person changed it, and `truth` what the history says of it then (`rewrite`: what
    stands here, `notify`: what the model wrote, and the result begins with a notice, `keep`: what the model wrote); `added`: the person
    made it. `status` is `open`, `started` or
    `done`; `failed` are the texts of attempts that were made again. `agent` is the session that the call ran, `questions` what its MCP
    server asked meanwhile."""

    tool: str
    arguments: str
    id: str | None = None
    ran_with: str = ""
    asked: str = ""
    added: bool = False
    approved: bool = False
    status: str = "open"
    failed: tuple[str, ...] = ()
    observation: Observation | None = None
    agent: "AgentStory | None" = None
    questions: tuple[ServerQuestion, ...] = ()
    truth: str = ""


class Choice(msgspec.Struct, frozen=True):
    """A small model was asked which groups of tools to open. With `error` no choice came of it."""

    model: str = ""
    groups: tuple[str, ...] = ()
    tokens: Spent = NOTHING_SPENT
    seconds: float = 0.0
    error: str = ""


class Round(msgspec.Struct, frozen=True):
    """One request with its reply. `said` are the person's messages that it was the first to carry. `thought` is what the model decided: its
    `reasoning` and what it said before the calls, else a sentence made of the calls. `text` is all it said.

    `tokens` are those of the reply, `agents` those of the agents that its calls ran, `choice` a small model that was asked before.
    `failed` says why requests had no reply; a round that has none has no `finish` either. `tools` and `left_out` count the tools that
    were declared, and the messages that the memory left out."""

    number: int
    said: tuple[str, ...] = ()
    model: str = ""
    thought: str = ""
    reasoning: str = ""
    text: str = ""
    edited: bool = False
    actions: tuple[Action, ...] = ()
    finish: str | None = None
    tokens: Spent = NOTHING_SPENT
    agents: Spent = NOTHING_SPENT
    seconds: float = 0.0
    choice: Choice | None = None
    failed: tuple[str, ...] = ()
    tools: int = 0
    left_out: int = 0


class AgentStory(msgspec.Struct, frozen=True):
    """What went on inside a call of an agent: what it was asked, its rounds, and all tokens it spent, those of its own agents, of small
    models and of models that servers asked among them. Its answer is the observation of the call."""

    message: str = ""
    rounds: tuple[Round, ...] = ()
    tokens: Spent = NOTHING_SPENT


class Execution(msgspec.Struct, frozen=True):
    """A call that has its result, wherever it was made: in round `round` of the session, or of the agent that is named last in `inside`."""

    round: int
    inside: tuple[str, ...]
    request: "ExecutionRequest"
    result: Observation


class ExecutionRequest(msgspec.Struct, frozen=True):
    """Of a call: name, arguments as they stand, and what the tool got where that is something else."""

    name: str
    arguments: str
    ran_with: str = ""


class Reply(msgspec.Struct, frozen=True):
    """A reply of the session itself: its round, text, and finish reason."""

    round: int
    text: str = ""
    finish: str | None = None


class SessionStory(msgspec.Struct, frozen=True):
    """A session up to one place. `content` is the answer of its last turn, empty while that goes on; `finish` the last finish reason.

    `tokens` is the sum of everything: `own` (the session's replies), `agents`, `choosing` (small models that chose groups) and `sampling`
    (models that MCP servers asked); those of agents are counted with the agents. `executions` are all calls that have a result, also those
    inside agents, in order. `questions` are those of servers that belong to no call.
    `intermediate` are the replies that asked for calls, `final` the last one that did not."""

    content: str = ""
    finish: str | None = None
    tokens: Spent = NOTHING_SPENT
    own: Spent = NOTHING_SPENT
    agents: Spent = NOTHING_SPENT
    choosing: Spent = NOTHING_SPENT
    seconds: float = 0.0
    rounds: tuple[Round, ...] = ()
    executions: tuple[Execution, ...] = ()
    intermediate: tuple[Reply, ...] = ()
    final: Reply | None = None
    sampling: Spent = NOTHING_SPENT
    questions: tuple[ServerQuestion, ...] = ()
