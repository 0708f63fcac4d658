"""The English templates of what is said of MCP servers: their state, their tools, the messages of their protocol. A part of
`labels.TEMPLATES`.

Above: `labels`. Below: `marked`. The same rules: one line a phrase, under the context `labels`, with named places.
"""

from studio.present.marked import QT_TRANSLATE_NOOP, Template

MCP_TEMPLATES: dict[str, Template] = {
    # The state of a server.
    "server.off": QT_TRANSLATE_NOOP("labels", "off"),
    "server.untrusted": QT_TRANSLATE_NOOP("labels", "waits for trust"),
    "server.stopped": QT_TRANSLATE_NOOP("labels", "stopped"),
    "server.starting": QT_TRANSLATE_NOOP("labels", "starting"),
    "server.ready": QT_TRANSLATE_NOOP("labels", "ready"),
    "server.failed": QT_TRANSLATE_NOOP("labels", "failed"),
    "server.restarting": QT_TRANSLATE_NOOP("labels", "restarting"),
    # What it offers, in numbers.
    "count.server_tools": (QT_TRANSLATE_NOOP("labels", "1 tool"), QT_TRANSLATE_NOOP("labels", "{n} tools")),
    "count.server_left": (QT_TRANSLATE_NOOP("labels", "1 left out"), QT_TRANSLATE_NOOP("labels", "{n} left out")),
    "count.server_resources": (
        QT_TRANSLATE_NOOP("labels", "1 resource"),
        QT_TRANSLATE_NOOP("labels", "{n} resources"),
    ),
    "count.server_prompts": (QT_TRANSLATE_NOOP("labels", "1 prompt"), QT_TRANSLATE_NOOP("labels", "{n} prompts")),
    # What a server says of a tool.
    "annotation.read_only": QT_TRANSLATE_NOOP("labels", "read-only"),
    "annotation.destructive": QT_TRANSLATE_NOOP("labels", "destructive"),
    "annotation.idempotent": QT_TRANSLATE_NOOP("labels", "idempotent"),
    "annotation.open_world": QT_TRANSLATE_NOOP("labels", "open world"),
    # The messages of the protocol.
    "rpc.request": QT_TRANSLATE_NOOP("labels", "request"),
    "rpc.answer": QT_TRANSLATE_NOOP("labels", "answer"),
    "rpc.error": QT_TRANSLATE_NOOP("labels", "error"),
    "rpc.notification": QT_TRANSLATE_NOOP("labels", "notification"),
    "rpc.log": QT_TRANSLATE_NOOP("labels", "log"),
    "rpc.noise": QT_TRANSLATE_NOOP("labels", "noise"),
    "rpc.stderr": QT_TRANSLATE_NOOP("labels", "stderr"),
    "rpc.state": QT_TRANSLATE_NOOP("labels", "state"),
    "rpc.sent": QT_TRANSLATE_NOOP("labels", "to the server"),
    "rpc.received": QT_TRANSLATE_NOOP("labels", "from the server"),
    "rpc.answers": QT_TRANSLATE_NOOP("labels", "answers #{number}"),
    "rpc.answered": QT_TRANSLATE_NOOP("labels", "answered by #{number}"),
    "rpc.open": QT_TRANSLATE_NOOP("labels", "no answer"),
    "rpc.stray": QT_TRANSLATE_NOOP("labels", "answers no open request"),
    "rpc.cut": QT_TRANSLATE_NOOP("labels", "cut, {size} characters in all"),
}
