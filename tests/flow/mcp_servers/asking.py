"""A server that asks what its caller tells it to: raw lines, standard library, the protocol of 2025-06-18.

Run as a process. Its one tool `ask` sends a request of `method` with `params` and gives the answer as text. `then` says otherwise:
`take_back` the request, `go_on` without an answer, `die`, each once the other side has answered a ping that went after the request. With
`twice` it asks two at once.
"""

import json
import os
import sys
from collections.abc import Callable
from typing import Any

ASK = {
    "name": "ask",
    "description": "Asks.",
    "inputSchema": {
        "type": "object",
        "properties": {"method": {"type": "string"}, "params": {"type": "object"}, "then": {"type": "string"}},
    },
}
open_calls: list["Open"] = []
waiting: dict[str, Callable[[], None]] = {}
asked = 0


class Open:
    """A call that waits for the answers to the requests that it sent."""

    def __init__(self, call: Any, names: list[str]) -> None:
        self.call = call
        self.names = names
        self.came: list[str] = []


def send(**message: Any) -> None:
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def give(call: Any, text: str) -> None:
    send(id=call, result={"content": [{"type": "text", "text": text}]})


def ask(call: Any, method: str, params: dict[str, Any], then: str = "") -> None:
    global asked
    names = [f"asked-{asked + number}" for number in range(2 if then == "twice" else 1)]
    asked += len(names)
    for name in names:
        send(id=name, method=method, params=params)
    if then in ("", "twice"):
        open_calls.append(Open(call, names))
    else:
        waiting[f"ping-{asked}"] = lambda: let_go(call, names[0], then)
        send(id=f"ping-{asked}", method="ping")


def let_go(call: Any, name: str, then: str) -> None:
    if then == "die":
        os._exit(3)
    if then == "take_back":
        send(method="notifications/cancelled", params={"requestId": name, "reason": "no matter"})
    give(call, f"I {then}")


def answered(message: dict[str, Any]) -> None:
    waiting.pop(message["id"], lambda: None)()
    for one in [each for each in open_calls if message["id"] in each.names]:
        one.came.append(json.dumps(message.get("result", message.get("error"))))
        if len(one.came) == len(one.names):
            open_calls.remove(one)
            give(one.call, "\n".join(one.came))


def take(message: dict[str, Any]) -> None:
    call = message.get("id")
    match message.get("method"):
        case "initialize":
            info = {"name": "asking", "version": "1"}
            version = message["params"]["protocolVersion"]
            send(id=call, result={"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info})
        case "tools/list":
            send(id=call, result={"tools": [ASK]})
        case "tools/call":
            ask(call, **message["params"]["arguments"])
        case str():
            if call is None:
                return  # a notification
            send(id=call, error={"code": -32601, "message": "Method not found"})
        case _:
            answered(message)


for line in sys.stdin:
    take(json.loads(line))
