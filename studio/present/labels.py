"""The English template of every phrase by its key, and a phrase in English.

Above: both fronts; the window looks a template up in its catalogue first. Below: `part_labels`, `call_labels`, `words`. Knows no other
language.
Adding a phrase: one line here, under the context `labels`, with named places; two forms where it counts (`{n}`).
"""

from studio.present.asked_labels import ASKED_TEMPLATES
from studio.present.branch_labels import BRANCH_TEMPLATES
from studio.present.breakpoint_labels import BREAKPOINT_TEMPLATES
from studio.present.call_labels import CALL_TEMPLATES
from studio.present.compare_labels import COMPARE_TEMPLATES
from studio.present.context_labels import CONTEXT_TEMPLATES
from studio.present.cost_labels import COST_TEMPLATES
from studio.present.marked import QT_TRANSLATE_NOOP, Template
from studio.present.mcp_labels import MCP_TEMPLATES
from studio.present.part_labels import PART_TEMPLATES
from studio.present.result_part_labels import RESULT_PART_TEMPLATES
from studio.present.run_labels import RUN_TEMPLATES
from studio.present.sample_labels import SAMPLE_TEMPLATES
from studio.present.schema_labels import SCHEMA_TEMPLATES
from studio.present.timeline_labels import TIMELINE_TEMPLATES
from studio.present.toolbox_labels import TOOLBOX_TEMPLATES
from studio.present.words import Words

__all__ = ["QT_TRANSLATE_NOOP", "TEMPLATES", "english", "template"]

TEMPLATES: dict[str, Template] = {
    # Where a session stopped: the headline of the banner.
    "stop.before_request": QT_TRANSLATE_NOOP("labels", "Paused before the request"),
    "stop.after_reply": QT_TRANSLATE_NOOP("labels", "Paused after the reply"),
    "stop.before_call": QT_TRANSLATE_NOOP("labels", "Paused before {tool}"),
    "stop.after_result": QT_TRANSLATE_NOOP("labels", "Paused after {tool}"),
    "stop.here": QT_TRANSLATE_NOOP("labels", "Paused"),
    "stop.finished": QT_TRANSLATE_NOOP("labels", "Finished"),
    "stop.waiting": QT_TRANSLATE_NOOP("labels", "Waiting for your message"),
    "stop.limit": QT_TRANSLATE_NOOP("labels", "Limit reached"),
    "stop.choose_tools": QT_TRANSLATE_NOOP("labels", "Paused before the tools of the request are chosen"),
    "stop.choice_failed": QT_TRANSLATE_NOOP("labels", "The tools could not be chosen"),
    "stop.two_tools": QT_TRANSLATE_NOOP("labels", "Two tools have one name"),
    "stop.server_missing": QT_TRANSLATE_NOOP("labels", "An MCP server that is needed is not ready"),
    "stop.reply_wanted": QT_TRANSLATE_NOOP("labels", "Waiting for your reply"),
    "stop.invalid_history": QT_TRANSLATE_NOOP("labels", "Not sent: the messages are not valid"),
    "stop.failed": QT_TRANSLATE_NOOP("labels", "The request failed"),
    "stop.uncertain_call": QT_TRANSLATE_NOOP("labels", "{tool} may have run"),
    "stop.uncertain_request": QT_TRANSLATE_NOOP("labels", "The request may have been sent"),
    "stop.differs": QT_TRANSLATE_NOOP("labels", "The request differs from the recorded one"),
    "stop.missed": QT_TRANSLATE_NOOP("labels", "The recording has no answer here"),
    # Why it stopped.
    "reason.step": QT_TRANSLATE_NOOP("labels", "step"),
    "reason.breakpoint": QT_TRANSLATE_NOOP("labels", "stop place"),
    "reason.breakpoint.before_request": QT_TRANSLATE_NOOP("labels", "stop place: before each request"),
    "reason.breakpoint.after_reply": QT_TRANSLATE_NOOP("labels", "stop place: after each reply"),
    "reason.breakpoint.before_call": QT_TRANSLATE_NOOP("labels", "stop place: before each call"),
    "reason.breakpoint.after_result": QT_TRANSLATE_NOOP("labels", "stop place: after each result"),
    "reason.pause": QT_TRANSLATE_NOOP("labels", "paused by you"),
    "reason.approval": QT_TRANSLATE_NOOP("labels", "approval: the tool is sensitive"),
    "reason.approval.policy": QT_TRANSLATE_NOOP("labels", "approval: your policy asks for it"),
    "reason.exception": QT_TRANSLATE_NOOP("labels", "something went wrong"),
    "reason.limit": QT_TRANSLATE_NOOP("labels", "limit"),
    "reason.finished": QT_TRANSLATE_NOOP("labels", "the model asked for nothing more"),
    "reason.waiting": QT_TRANSLATE_NOOP("labels", "nothing is due"),
    # What exactly, by the code of the stop.
    "what.stopped": QT_TRANSLATE_NOOP("labels", "stopped by you"),
    "what.uncertain_call": QT_TRANSLATE_NOOP(
        "labels", "it began and has no end: run again, type the result, or reject"
    ),
    "what.uncertain_request": QT_TRANSLATE_NOOP("labels", "it began and has no reply: send it again or change it"),
    "what.differs": QT_TRANSLATE_NOOP("labels", "first difference at {pointer}"),
    "nearest.request": QT_TRANSLATE_NOOP("labels", "nearest recorded: the request of round {round} (step {step})"),
    "nearest.call": QT_TRANSLATE_NOOP("labels", "nearest recorded: {tool} in round {round} (step {step})"),
    "ends.call": QT_TRANSLATE_NOOP("labels", "the recording ends before {tool}"),
    "ends.undo": QT_TRANSLATE_NOOP("labels", "the recording ends before {tool} is undone"),
    "ends.request": QT_TRANSLATE_NOOP("labels", "the recording ends here"),
    "what.missed": QT_TRANSLATE_NOOP("labels", "the recording holds no such request"),
    "what.missed_undo": QT_TRANSLATE_NOOP("labels", "the recording does not undo this call"),
    "what.missed_result": QT_TRANSLATE_NOOP("labels", "the recording holds no result for this call"),
    "what.provider_error": QT_TRANSLATE_NOOP("labels", "no whole reply came"),
    "what.unknown_tool": QT_TRANSLATE_NOOP("labels", "there is no tool of this name"),
    "what.bad_arguments": QT_TRANSLATE_NOOP("labels", "the arguments do not fit"),
    "what.tool_error": QT_TRANSLATE_NOOP("labels", "the tool raised an error"),
    "what.tool_problem": QT_TRANSLATE_NOOP("labels", "the tools are not ready"),
    "what.no_answer": QT_TRANSLATE_NOOP("labels", "nobody can answer"),
    "what.said": QT_TRANSLATE_NOOP("labels", "{text}"),
    "what.reply_wanted": QT_TRANSLATE_NOOP("labels", "you answer in the model's place"),
    "what.invalid_history": QT_TRANSLATE_NOOP("labels", "the messages cannot be sent like this"),
    "what.not_written": QT_TRANSLATE_NOOP("labels", "the session file cannot be written"),
    "what.round_trips": (
        QT_TRANSLATE_NOOP("labels", "1 round trip since your last message"),
        QT_TRANSLATE_NOOP("labels", "{n} round trips since your last message"),
    ),
    "what.round_trips.agent": (
        QT_TRANSLATE_NOOP("labels", "1 round trip since it was called"),
        QT_TRANSLATE_NOOP("labels", "{n} round trips since it was called"),
    ),
    "call.place": QT_TRANSLATE_NOOP("labels", "call {i} of {of}"),
    # What is due.
    "due.send": QT_TRANSLATE_NOOP("labels", "send the request"),
    "due.send_message": QT_TRANSLATE_NOOP("labels", "send your message"),
    "due.send_edited": QT_TRANSLATE_NOOP("labels", "send the edited messages"),
    "due.send_again": QT_TRANSLATE_NOOP("labels", "send the request again"),
    "due.send_results": (
        QT_TRANSLATE_NOOP("labels", "send 1 tool result"),
        QT_TRANSLATE_NOOP("labels", "send {n} tool results"),
    ),
    "due.run_call": QT_TRANSLATE_NOOP("labels", "run {tool}"),
    "due.run_call_of": QT_TRANSLATE_NOOP("labels", "run {tool} (call {i} of {of})"),
    "due.uncertain_call": QT_TRANSLATE_NOOP("labels", "decide on {tool}, which may have run"),
    "due.uncertain_request": QT_TRANSLATE_NOOP("labels", "decide on the request, which may have been sent"),
    "due.message": QT_TRANSLATE_NOOP("labels", "write a message"),
    "due.finished": QT_TRANSLATE_NOOP("labels", "nothing: the turn is finished"),
    # A session in a list.
    "session.new": QT_TRANSLATE_NOOP("labels", "new"),
    "session.paused": QT_TRANSLATE_NOOP("labels", "paused"),
    "session.finished": QT_TRANSLATE_NOOP("labels", "finished"),
    "session.error": QT_TRANSLATE_NOOP("labels", "error"),
    "session.uncertain": QT_TRANSLATE_NOOP("labels", "uncertain"),
    "session.waiting": QT_TRANSLATE_NOOP("labels", "waiting"),
    "session.missing": QT_TRANSLATE_NOOP("labels", "missing"),
    # Rows of the timeline and headings of the transcript.
    "row.round": QT_TRANSLATE_NOOP("labels", "Round {round}"),
    "row.setup": QT_TRANSLATE_NOOP("labels", "Setup"),
    "row.setup_changed": QT_TRANSLATE_NOOP("labels", "Settings changed"),
    "row.settings": QT_TRANSLATE_NOOP("labels", "Settings"),
    "row.branch_here": QT_TRANSLATE_NOOP("labels", "Branch"),
    "row.branch_begins": QT_TRANSLATE_NOOP("labels", "Branch begins"),
    "row.system": QT_TRANSLATE_NOOP("labels", "System"),
    "row.developer": QT_TRANSLATE_NOOP("labels", "Developer"),
    "row.user": QT_TRANSLATE_NOOP("labels", "User"),
    "row.assistant": QT_TRANSLATE_NOOP("labels", "Assistant"),
    "row.tool": QT_TRANSLATE_NOOP("labels", "Tool"),
    "row.request": QT_TRANSLATE_NOOP("labels", "Request"),
    "row.reply": QT_TRANSLATE_NOOP("labels", "Response"),
    "row.call": QT_TRANSLATE_NOOP("labels", "Call {tool}"),
    "row.result": QT_TRANSLATE_NOOP("labels", "Result of {tool}"),
    "row.failed": QT_TRANSLATE_NOOP("labels", "No reply"),
    "row.edited": QT_TRANSLATE_NOOP("labels", "Edited"),
    "edited.reply": QT_TRANSLATE_NOOP("labels", "the response"),
    "edited.call": QT_TRANSLATE_NOOP("labels", "call {tool}"),
    "edited.result": QT_TRANSLATE_NOOP("labels", "result of {tool}"),
    "edited.history": QT_TRANSLATE_NOOP("labels", "messages"),
    "edited.by_breakpoint": QT_TRANSLATE_NOOP("labels", "by breakpoint {rule}"),
    "row.uncertain": QT_TRANSLATE_NOOP("labels", "{tool} began and has no end"),
    "row.stop": QT_TRANSLATE_NOOP("labels", "Stop"),
    "row.damaged": QT_TRANSLATE_NOOP("labels", "Damaged line"),
    "row.next": QT_TRANSLATE_NOOP("labels", "Next"),
    "row.fork": QT_TRANSLATE_NOOP("labels", "Fork: {branch}"),
    "row.branch": QT_TRANSLATE_NOOP("labels", "Branch {branch}"),
    "row.branch_from": QT_TRANSLATE_NOOP("labels", "Branch {branch}, after round {round}"),
    "row.branch_within": QT_TRANSLATE_NOOP("labels", "Branch {branch}, within round {round}"),
    "row.branch_gap": QT_TRANSLATE_NOOP("labels", "Branch {branch}, detached: what stood before it is damaged"),
    # The timeline.
    "row.session": QT_TRANSLATE_NOOP("labels", "Session"),
    "row.begun": QT_TRANSLATE_NOOP("labels", "started {time}"),
    "row.empty": QT_TRANSLATE_NOOP("labels", "empty result"),
    "row.unreadable": QT_TRANSLATE_NOOP("labels", "this line of the file cannot be read"),
    "row.branch_start": QT_TRANSLATE_NOOP("labels", "Branch {branch} starts here"),
    "setup.responder": QT_TRANSLATE_NOOP("labels", "responder"),
    "setup.system": QT_TRANSLATE_NOOP("labels", "system text"),
    "setup.params": QT_TRANSLATE_NOOP("labels", "parameters"),
    "setup.tools": QT_TRANSLATE_NOOP("labels", "tools"),
    "setup.off": QT_TRANSLATE_NOOP("labels", "tools sent"),
    "setup.files": QT_TRANSLATE_NOOP("labels", "tools files"),
    "setup.stops": QT_TRANSLATE_NOOP("labels", "stop places"),
    "setup.max_round_trips": QT_TRANSLATE_NOOP("labels", "most round trips"),
    "setup.call_seconds": QT_TRANSLATE_NOOP("labels", "time limit of a call"),
    "setup.executors": QT_TRANSLATE_NOOP("labels", "HTTP and command tools"),
    "setup.choices": QT_TRANSLATE_NOOP("labels", "choices for tools"),
    "setup.coercion": QT_TRANSLATE_NOOP("labels", "how values are made to fit"),
    "setup.strategies": QT_TRANSLATE_NOOP("labels", "what is done with bad calls"),
    "setup.concurrent": QT_TRANSLATE_NOOP("labels", "calls at once"),
    "setup.compensation": QT_TRANSLATE_NOOP("labels", "undoing after an error"),
    "setup.limits": QT_TRANSLATE_NOOP("labels", "limits"),
    "setup.policies": QT_TRANSLATE_NOOP("labels", "approval"),
    "setup.mocks": QT_TRANSLATE_NOOP("labels", "mock rules"),
    "setup.strict": QT_TRANSLATE_NOOP("labels", "strict schemas"),
    "setup.result_chars": QT_TRANSLATE_NOOP("labels", "longest result"),
    "setup.memory_id": QT_TRANSLATE_NOOP("labels", "memory id"),
    "setup.groups": QT_TRANSLATE_NOOP("labels", "tool groups"),
    "setup.sources": QT_TRANSLATE_NOOP("labels", "tool sources"),
    "setup.chooser": QT_TRANSLATE_NOOP("labels", "who chooses tool groups"),
    "setup.search": QT_TRANSLATE_NOOP("labels", "tool search"),
    "setup.pinned": QT_TRANSLATE_NOOP("labels", "tools kept in"),
    "setup.context": QT_TRANSLATE_NOOP("labels", "context values"),
    "setup.skills": QT_TRANSLATE_NOOP("labels", "skills"),
    "setup.skills_text": QT_TRANSLATE_NOOP("labels", "words about the skills"),
    "setup.memory": QT_TRANSLATE_NOOP("labels", "memory"),
    "setup.servers": QT_TRANSLATE_NOOP("labels", "MCP servers"),
    "setup.edit_truth": QT_TRANSLATE_NOOP("labels", "what the history says of edited calls"),
    "setup.rules": QT_TRANSLATE_NOOP("labels", "rules of the checks"),
    "setup.kept_calls": QT_TRANSLATE_NOOP("labels", "kept calls"),
    "badge.edited": QT_TRANSLATE_NOOP("labels", "edited"),
    "badge.mock": QT_TRANSLATE_NOOP("labels", "mock"),
    "badge.recorded": QT_TRANSLATE_NOOP("labels", "recorded"),
    "badge.rejected": QT_TRANSLATE_NOOP("labels", "rejected"),
    "badge.not_run": QT_TRANSLATE_NOOP("labels", "not run"),
    "badge.by_hand": QT_TRANSLATE_NOOP("labels", "by hand"),
    "badge.retry": QT_TRANSLATE_NOOP("labels", "retry {times}"),
    "badge.paused": QT_TRANSLATE_NOOP("labels", "paused"),
    "badge.limit": QT_TRANSLATE_NOOP("labels", "limit"),
    "badge.differs": QT_TRANSLATE_NOOP("labels", "differs"),
    "badge.running": QT_TRANSLATE_NOOP("labels", "running"),
    "badge.may_have_run": QT_TRANSLATE_NOOP("labels", "may have run"),
    "badge.may_have_been_sent": QT_TRANSLATE_NOOP("labels", "may have been sent"),
    "spoken.request": QT_TRANSLATE_NOOP("labels", "request"),
    "spoken.response": QT_TRANSLATE_NOOP("labels", "response"),
    "spoken.call": QT_TRANSLATE_NOOP("labels", "tool call {tool}"),
    "spoken.result": QT_TRANSLATE_NOOP("labels", "result of {tool}"),
    "spoken.error": QT_TRANSLATE_NOOP("labels", "error of {tool}"),
    "spoken.next": QT_TRANSLATE_NOOP("labels", "next"),
    "spoken.head": QT_TRANSLATE_NOOP("labels", "the session stands here"),
    "spoken.stop": QT_TRANSLATE_NOOP("labels", "stops here"),
    "spoken.shared": QT_TRANSLATE_NOOP("labels", "shared with the parent branch"),
    "spoken.folded": QT_TRANSLATE_NOOP("labels", "folded"),
    "count.problems": (QT_TRANSLATE_NOOP("labels", "1 problem"), QT_TRANSLATE_NOOP("labels", "{n} problems")),
    # Counts.
    "count.messages": (QT_TRANSLATE_NOOP("labels", "1 message"), QT_TRANSLATE_NOOP("labels", "{n} messages")),
    "count.tools": (QT_TRANSLATE_NOOP("labels", "1 tool"), QT_TRANSLATE_NOOP("labels", "{n} tools")),
    "count.calls": (QT_TRANSLATE_NOOP("labels", "1 tool call"), QT_TRANSLATE_NOOP("labels", "{n} tool calls")),
    "count.results": (QT_TRANSLATE_NOOP("labels", "1 result"), QT_TRANSLATE_NOOP("labels", "{n} results")),
    "count.rounds": (QT_TRANSLATE_NOOP("labels", "1 round"), QT_TRANSLATE_NOOP("labels", "{n} rounds")),
    "count.steps": (QT_TRANSLATE_NOOP("labels", "1 step"), QT_TRANSLATE_NOOP("labels", "{n} steps")),
    "count.found": (
        QT_TRANSLATE_NOOP("labels", "{hits} of 1 step"),
        QT_TRANSLATE_NOOP("labels", "{hits} of {n} steps"),
    ),
    "count.tokens": (QT_TRANSLATE_NOOP("labels", "1 token"), QT_TRANSLATE_NOOP("labels", "{n} tokens")),
    "count.removed": (QT_TRANSLATE_NOOP("labels", "1 removed"), QT_TRANSLATE_NOOP("labels", "{n} removed")),
    "count.added": (QT_TRANSLATE_NOOP("labels", "1 added"), QT_TRANSLATE_NOOP("labels", "{n} added")),
    # Where a result comes from.
    "source.ran": QT_TRANSLATE_NOOP("labels", "executed"),
    "source.mock": QT_TRANSLATE_NOOP("labels", "mocked"),
    "source.rejected": QT_TRANSLATE_NOOP("labels", "rejected"),
    "source.refused": QT_TRANSLATE_NOOP("labels", "not run"),
    "source.recorded": QT_TRANSLATE_NOOP("labels", "recorded"),
    "source.by_hand": QT_TRANSLATE_NOOP("labels", "written by hand"),
    # How a run ended, and the state of a call.
    "status.open": QT_TRANSLATE_NOOP("labels", "waiting"),
    "status.started": QT_TRANSLATE_NOOP("labels", "running"),
    "status.done": QT_TRANSLATE_NOOP("labels", "done"),
    "status.ok": QT_TRANSLATE_NOOP("labels", "done"),
    "status.error": QT_TRANSLATE_NOOP("labels", "error"),
    "status.timeout": QT_TRANSLATE_NOOP("labels", "time-out"),
    "status.cancelled": QT_TRANSLATE_NOOP("labels", "cancelled"),
    "status.died": QT_TRANSLATE_NOOP("labels", "its process ended"),
    "status.unknown_tool": QT_TRANSLATE_NOOP("labels", "no such tool"),
    "status.bad_arguments": QT_TRANSLATE_NOOP("labels", "the arguments do not fit"),
    "status.rejected": QT_TRANSLATE_NOOP("labels", "rejected"),
    "status.uncertain": QT_TRANSLATE_NOOP("labels", "uncertain"),
    # Marks.
    "mark.edited": QT_TRANSLATE_NOOP("labels", "edited"),
    "mark.added": QT_TRANSLATE_NOOP("labels", "added by you"),
    "mark.error": QT_TRANSLATE_NOOP("labels", "error"),
    "mark.sensitive": QT_TRANSLATE_NOOP("labels", "sensitive"),
    "mark.original": QT_TRANSLATE_NOOP("labels", "was"),
    "mark.now": QT_TRANSLATE_NOOP("labels", "now"),
    "mark.thinking": QT_TRANSLATE_NOOP("labels", "thinking"),
    "mark.refusal": QT_TRANSLATE_NOOP("labels", "refusal"),
    "mark.cut": QT_TRANSLATE_NOOP("labels", "what had arrived"),
    "mark.opaque": QT_TRANSLATE_NOOP("labels", "a part of another kind"),
    "mark.image": QT_TRANSLATE_NOOP("labels", "picture"),
    # What an event of a stream brought.
    "wire.text": QT_TRANSLATE_NOOP("labels", "text"),
    "wire.reasoning": QT_TRANSLATE_NOOP("labels", "reasoning"),
    "wire.signature": QT_TRANSLATE_NOOP("labels", "signature"),
    "wire.refusal": QT_TRANSLATE_NOOP("labels", "refusal"),
    "wire.call": QT_TRANSLATE_NOOP("labels", "call"),
    "wire.arguments": QT_TRANSLATE_NOOP("labels", "arguments"),
    "wire.part": QT_TRANSLATE_NOOP("labels", "part"),
    "wire.finish": QT_TRANSLATE_NOOP("labels", "finish"),
    "wire.usage": QT_TRANSLATE_NOOP("labels", "usage"),
    "wire.start": QT_TRANSLATE_NOOP("labels", "start"),
    "wire.extra": QT_TRANSLATE_NOOP("labels", "other members"),
    "wire.error": QT_TRANSLATE_NOOP("labels", "error"),
    "wire.ping": QT_TRANSLATE_NOOP("labels", "keep-alive"),
    "wire.end": QT_TRANSLATE_NOOP("labels", "end marker"),
    "wire.nothing": QT_TRANSLATE_NOOP("labels", "nothing new"),
    "wire.unreadable": QT_TRANSLATE_NOOP("labels", "not JSON"),
    "wire.whole": QT_TRANSLATE_NOOP("labels", "whole reply"),
    # What is wrong with an event of a stream.
    "defect.not_json": QT_TRANSLATE_NOOP("labels", "This event is not JSON (from character {at} on)."),
    "defect.not_utf8": QT_TRANSLATE_NOOP("labels", "This event holds bytes that are not UTF-8."),
    "defect.error": QT_TRANSLATE_NOOP("labels", "The server reports an error here: {message}"),
    "defect.after_end": QT_TRANSLATE_NOOP("labels", "This event came after the end of the reply."),
    "defect.orphan": QT_TRANSLATE_NOOP(
        "labels", "These arguments belong to no call that was open: neither a name nor an id came before them."
    ),
    "defect.changed_id": QT_TRANSLATE_NOOP("labels", "The id of the call changes from {old} to {new} here."),
    "defect.shared_index": QT_TRANSLATE_NOOP(
        "labels", "Another call ({new}) begins under the index that {old} has already."
    ),
    "defect.replaced": QT_TRANSLATE_NOOP(
        "labels", "The whole arguments of {tool} are not those that came in pieces; the whole ones count."
    ),
    "defect.broke_off": QT_TRANSLATE_NOOP("labels", "The stream broke off after this event."),
    "defect.arguments.truncated": QT_TRANSLATE_NOOP("labels", "The arguments of {tool} break off with this event."),
    "defect.arguments.invalid_json": QT_TRANSLATE_NOOP(
        "labels", "Here the arguments of {tool} stop being JSON (at their character {at})."
    ),
    "defect.arguments.multiple_values": QT_TRANSLATE_NOOP(
        "labels", "Here a second JSON value begins in the arguments of {tool} (at their character {at})."
    ),
    "defect.arguments.not_an_object": QT_TRANSLATE_NOOP(
        "labels", "The arguments of {tool}, whole with this event, are not an object."
    ),
    "defect.arguments.double_encoded": QT_TRANSLATE_NOOP(
        "labels", "The arguments of {tool}, whole with this event, are JSON inside a JSON text."
    ),
    "defect.arguments.non_finite_number": QT_TRANSLATE_NOOP(
        "labels", "The arguments of {tool}, whole with this event, hold a number that is not finite."
    ),
    "defect.arguments.number_too_long": QT_TRANSLATE_NOOP(
        "labels", "The arguments of {tool}, whole with this event, hold a number that is too long."
    ),
    "defect.arguments.lone_surrogate": QT_TRANSLATE_NOOP(
        "labels", "The arguments of {tool}, whole with this event, hold half of a character."
    ),
    "defect.arguments.too_deep": QT_TRANSLATE_NOOP(
        "labels", "The arguments of {tool}, whole with this event, are nested too deep."
    ),
    # The assembled reply beside its events.
    "assembled.nothing": QT_TRANSLATE_NOOP("labels", "Nothing has come yet."),
    "assembled.call": QT_TRANSLATE_NOOP("labels", "call {tool}"),
    "assembled.call_id": QT_TRANSLATE_NOOP("labels", "call {tool} · {id}"),
    # The steps of an exchange.
    "times.connect": QT_TRANSLATE_NOOP("labels", "connect"),
    "times.tls": QT_TRANSLATE_NOOP("labels", "TLS"),
    "times.send": QT_TRANSLATE_NOOP("labels", "send"),
    "times.wait": QT_TRANSLATE_NOOP("labels", "wait"),
    "times.stream": QT_TRANSLATE_NOOP("labels", "receive"),
    # What went wrong when no whole reply came.
    "error.http": QT_TRANSLATE_NOOP("labels", "the server refused"),
    "error.http.status": QT_TRANSLATE_NOOP("labels", "the server answered {status}"),
    "error.provider": QT_TRANSLATE_NOOP("labels", "the provider reports an error"),
    "error.incomplete": QT_TRANSLATE_NOOP("labels", "the reply broke off"),
    "error.not_json": QT_TRANSLATE_NOOP("labels", "the reply is not JSON"),
    "error.connection": QT_TRANSLATE_NOOP("labels", "no connection"),
    "error.timeout": QT_TRANSLATE_NOOP("labels", "no answer in time"),
    "error.cancelled": QT_TRANSLATE_NOOP("labels", "cancelled"),
    "error.missed": QT_TRANSLATE_NOOP("labels", "the recording holds no answer"),
    "error.setup": QT_TRANSLATE_NOOP("labels", "the profile is not complete"),
    **PART_TEMPLATES,
    **RESULT_PART_TEMPLATES,
    **RUN_TEMPLATES,
    **CALL_TEMPLATES,
    **ASKED_TEMPLATES,
    **BRANCH_TEMPLATES,
    **SAMPLE_TEMPLATES,
    **SCHEMA_TEMPLATES,
    **TOOLBOX_TEMPLATES,
    **BREAKPOINT_TEMPLATES,
    **TIMELINE_TEMPLATES,
    # Problems of the messages of a request.
    "history.blocked": (
        QT_TRANSLATE_NOOP("labels", "Cannot be sent like this: 1 problem."),
        QT_TRANSLATE_NOOP("labels", "Cannot be sent like this: {n} problems."),
    ),
    "history.doubts": (
        QT_TRANSLATE_NOOP("labels", "1 thing may be refused."),
        QT_TRANSLATE_NOOP("labels", "{n} things may be refused."),
    ),
    "history.draft_blocked": (
        QT_TRANSLATE_NOOP("labels", "As typed, it cannot be sent: 1 problem."),
        QT_TRANSLATE_NOOP("labels", "As typed, it cannot be sent: {n} problems."),
    ),
    "history.draft_doubts": (
        QT_TRANSLATE_NOOP("labels", "As typed, 1 thing may be refused."),
        QT_TRANSLATE_NOOP("labels", "As typed, {n} things may be refused."),
    ),
    **MCP_TEMPLATES,
    **COMPARE_TEMPLATES,
    **CONTEXT_TEMPLATES,
    **COST_TEMPLATES,
}


def template(words: Words) -> str:
    """The English template of a phrase, in the form that fits its number. KeyError when the key is unknown; the word of a status that
    only the session's file knows stands for itself."""
    found = TEMPLATES.get(words.key) if words.key.startswith("status.") else TEMPLATES[words.key]
    if found is None:
        return words.key.removeprefix("status.").replace("{", "{{").replace("}", "}}")
    if isinstance(found, str):
        return found
    return found[0] if words.params["n"] == 1 else found[1]


def english(words: Words) -> str:
    """The phrase in English. Numbers are grouped."""
    return template(words).format(**{name: _shown(value) for name, value in words.params.items()})


def _shown(value: str | int) -> str:
    return value if isinstance(value, str) else f"{value:,}"
