"""What the mutator starts from: the corpus, recorded exchanges of other programs, and what our own writers make of them."""

import json
from pathlib import Path

from studio.dialects import roster
from studio.dialects.dialect import Dialect
from studio.dialects.dialect_error import DialectError
from studio.messages.message import Message, user
from studio.messages.parts import Call, Reasoning, Refusal, Result, Text
from studio.messages.reply import ChatReply, Usage
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec
from tests.cases import corpus

TESTS = Path(__file__).parent.parent
KINDS = {
    "openai_chat": ("chat_stream", ("interop/openai_chat", "recordings")),
    "openai_responses": ("responses_stream", ("interop/openai_responses",)),
    "anthropic_messages": ("anthropic_stream", ("interop/anthropic",)),
    "ollama_chat": ("ollama_stream", ("interop/ollama",)),
}
TOOLS = (ToolSpec("get_weather"), ToolSpec("now"), ToolSpec("add"))
CALLS = (Call("get_weather", '{"city": "Å", "n": 12345678901234567890}', "call_1"), Call("now", "{}", "call_2"))
REPLIES = (
    ChatReply((Text("Hello, wörld 🎉."),), "stop", Usage(3, 4), "m", "r1"),
    ChatReply((Reasoning("Think."), Text("Say."), *CALLS), "tool_calls", Usage(3, 4), "m", "r2"),
    ChatReply((Refusal("No."),), "stop", None, "m", "r3"),
)
TALK = (
    user("What is the weather?"),
    Message("assistant", (Text("Let me see."), *CALLS)),
    Message("tool", (Result("call_1", "sunny", "get_weather"), Result("call_2", "noon", "now"))),
)


class Material:
    """Seeds by kind: `stream:<dialect>`, `whole:<dialect>`, `request:<dialect>`, `error:<dialect>`, `text:<form>`, `arguments`."""

    def __init__(self) -> None:
        self.seeds: dict[str, list[bytes]] = {}
        for name, (kind, folders) in KINDS.items():
            self._add_dialect(roster.make(name), kind, folders)
        for case in corpus.load("text_calls"):
            given = case["input"]
            self._add(f"text:{given['format']}", (given.get("text") or "".join(given["text_chunks"])).encode())
        for case in corpus.load("arguments_text"):
            self._add("arguments", case["input"]["text"].encode("utf-8", "surrogatepass"))

    def _add(self, kind: str, seed: bytes) -> None:
        self.seeds.setdefault(kind, []).append(seed)

    def _add_dialect(self, dialect: Dialect, kind: str, folders: tuple[str, ...]) -> None:
        for case in corpus.load(kind):
            self._add(f"stream:{dialect.name}", b"".join(corpus.to_bytes(case["input"]["chunks"])))
        for path in (path for folder in folders for path in sorted((TESTS / folder).iterdir())):
            self._add_file(dialect, path)
        for reply in REPLIES:
            self._add(f"stream:{dialect.name}", b"".join(dialect.write_stream(reply)))
            self._add(f"whole:{dialect.name}", dialect.write_reply(reply))
        for tools in ((), TOOLS):
            request = ChatRequest("m", list(TALK), "Be brief.", tools, {})
            self._add(f"request:{dialect.name}", dialect.write_request(request, stream=bool(tools)))
        for error in (
            {"error": {"message": "no", "type": "x", "code": 1}},
            {"error": "no"},
            {"detail": [{"msg": "no"}]},
        ):
            self._add(f"error:{dialect.name}", json.dumps(error).encode())

    def _add_file(self, dialect: Dialect, path: Path) -> None:
        if path.suffix in (".sse", ".ndjson"):
            self._add(f"stream:{dialect.name}", path.read_bytes())
        if path.suffix != ".json":
            return
        value = json.loads(path.read_bytes())
        for each in value if isinstance(value, list) else [value]:
            body = json.dumps(each).encode()
            for kind, read in (("whole", dialect.read_reply), ("request", dialect.read_request)):
                try:
                    read(body)
                    self._add(f"{kind}:{dialect.name}", body)
                except DialectError:
                    continue
