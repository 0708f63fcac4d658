"""The English templates of remarks, ways of calls, hosted parts and declared tools: a part of `labels.TEMPLATES`.

Above: `labels`. Below: `marked`. The same rules: one line a phrase, under the context `labels`, with named places.
"""

from studio.present.marked import QT_TRANSLATE_NOOP, Template

PART_TEMPLATES: dict[str, Template] = {
    # What a request says otherwise than the session does, and why.
    "remark.reasoning_left_out": (
        QT_TRANSLATE_NOOP(
            "labels", "Reasoning (1 character) is left out: only the provider that made it takes it back."
        ),
        QT_TRANSLATE_NOOP(
            "labels", "Reasoning ({n} characters) is left out: only the provider that made it takes it back."
        ),
    ),
    "remark.hidden_reasoning_left_out": QT_TRANSLATE_NOOP(
        "labels", "Encrypted reasoning is left out: only the provider that made it can read it."
    ),
    "remark.reasoning_not_stored": QT_TRANSLATE_NOOP(
        "labels", "Reasoning {id} is left out: the provider did not store it, and it came without encrypted content."
    ),
    "remark.reasoning_leads_nowhere": QT_TRANSLATE_NOOP(
        "labels", "Reasoning {id} is left out: the reply broke off behind it, and the provider refuses that."
    ),
    "remark.members_left_out": QT_TRANSLATE_NOOP(
        "labels", "Members of {owner} are left out ({members}): only the format they came in knows them."
    ),
    "remark.part_left_out": QT_TRANSLATE_NOOP(
        "labels", "A part of the kind {kind} is left out: only the provider that made it takes it back."
    ),
    "remark.made_up_left_out": QT_TRANSLATE_NOOP(
        "labels", "A result that the model made up is left out: no tool gave it."
    ),
    "remark.refusal_as_text": QT_TRANSLATE_NOOP(
        "labels", "A refusal is sent as plain text: this format has no part for it."
    ),
    "remark.system_as_user": QT_TRANSLATE_NOOP(
        "labels", "A system message is sent as the user's: this model takes none in the middle of a conversation."
    ),
    "remark.custom_call_changed": QT_TRANSLATE_NOOP(
        "labels", "The call of {tool} is sent as a function call: this format has no calls with free text."
    ),
    "remark.printed_call_native": QT_TRANSLATE_NOOP(
        "labels", "The printed call of {tool} is sent as a native one: tools are told natively now."
    ),
    "remark.id_mapped": QT_TRANSLATE_NOOP(
        "labels", "A call id is changed ({ids}): this provider wants ids of another form."
    ),
    "remark.tool_left_out": QT_TRANSLATE_NOOP("labels", "The tool {tool} is left out: another provider runs it."),
    "remark.schema_shaped": QT_TRANSLATE_NOOP(
        "labels", "The schema of {tool} is said otherwise for this provider: {why}."
    ),
    "remark.schema_not_sent": QT_TRANSLATE_NOOP("labels", "The tool {tool} cannot be declared and is left out: {why}."),
    "remark.not_strict": QT_TRANSLATE_NOOP(
        "labels", "The tool {tool} is declared without strict mode, which does not take it: {why}."
    ),
    "remark.strict_not_known": QT_TRANSLATE_NOOP(
        "labels", "The tools are declared without strict mode: this provider has none."
    ),
    "remark.parameter_left_out": QT_TRANSLATE_NOOP(
        "labels", "The parameter {parameter} is left out: this format cannot say it."
    ),
    "remark.member_left_out": QT_TRANSLATE_NOOP(
        "labels", "The member {member} is left out: only the format it came from knows it."
    ),
    "remark.tools_refused": QT_TRANSLATE_NOOP(
        "labels", "The provider takes no tools natively: they are told as text ({form}) from here on."
    ),
    "remark.asked_in_ways": QT_TRANSLATE_NOOP(
        "labels", "The request that is due here was asked in several ways; each reply is a branch."
    ),
    "remark.forked_here": QT_TRANSLATE_NOOP("labels", "Another branch begins here; what follows is this one going on."),
    "remark.told_as_text": QT_TRANSLATE_NOOP(
        "labels", "Tools are told as text ({form}), chosen automatically: this model takes none natively."
    ),
    "remark.server_listed": QT_TRANSLATE_NOOP(
        "labels", "The tools of the MCP server {server} were taken over as it lists them now."
    ),
    "remark.server_failed": QT_TRANSLATE_NOOP(
        "labels", "The MCP server {server} could not be started: the session goes on without it. {why}"
    ),
    "row.remark": QT_TRANSLATE_NOOP("labels", "Remark"),
    "remark.other": QT_TRANSLATE_NOOP("labels", "Said otherwise: {code} {subject}"),
    "remark.more": (QT_TRANSLATE_NOOP("labels", "and 1 more"), QT_TRANSLATE_NOOP("labels", "and {n} more")),
    "remark.at_message": QT_TRANSLATE_NOOP("labels", "message {number}"),
    "remarks.sent": (
        QT_TRANSLATE_NOOP("labels", "1 thing is left out of this request or said otherwise."),
        QT_TRANSLATE_NOOP("labels", "{n} things are left out of this request or said otherwise."),
    ),
    "remarks.next": (
        QT_TRANSLATE_NOOP("labels", "1 thing will be left out of the next request or said otherwise."),
        QT_TRANSLATE_NOOP("labels", "{n} things will be left out of the next request or said otherwise."),
    ),
    "remarks.before": (
        QT_TRANSLATE_NOOP("labels", "1 thing is left out or said otherwise, as in the requests before."),
        QT_TRANSLATE_NOOP("labels", "{n} things are left out or said otherwise, as in the requests before."),
    ),
    "count.remarks": (QT_TRANSLATE_NOOP("labels", "1 remark"), QT_TRANSLATE_NOOP("labels", "{n} remarks")),
    "request.as_text": QT_TRANSLATE_NOOP("labels", "tools told as text: {form}"),
    "badge.as_text": QT_TRANSLATE_NOOP("labels", "as text"),
    "badge.automatic": QT_TRANSLATE_NOOP("labels", "automatic"),
    "badge.printed": QT_TRANSLATE_NOOP("labels", "printed"),
    "badge.custom": QT_TRANSLATE_NOOP("labels", "custom"),
    "badge.legacy": QT_TRANSLATE_NOOP("labels", "legacy"),
    "badge.goes_on": QT_TRANSLATE_NOOP("labels", "goes on"),
    # The way a call came.
    "way.text": QT_TRANSLATE_NOOP("labels", "printed into the text, in the form {form}"),
    "way.signed": QT_TRANSLATE_NOOP("labels", "signed by the provider, goes back unchanged"),
    "way.custom": QT_TRANSLATE_NOOP("labels", "custom call: free text instead of JSON"),
    "way.legacy": QT_TRANSLATE_NOOP("labels", "asked for by the old function_call: one call a reply, without an id"),
    # A turn that the provider paused, and reasoning that only it can read.
    "reply.goes_on": QT_TRANSLATE_NOOP("labels", "the turn goes on"),
    "reply.paused": QT_TRANSLATE_NOOP("labels", "The provider paused here: the turn is not over."),
    "reply.printed": QT_TRANSLATE_NOOP(
        "labels", "The text prints a call ({form}), but it was asked for in another way: it is only text."
    ),
    "reply.read_printed": QT_TRANSLATE_NOOP("labels", "Read it as a call"),
    "reply.paused_next": QT_TRANSLATE_NOOP(
        "labels", "The next step sends this response back as it is, and the model goes on."
    ),
    "due.go_on": QT_TRANSLATE_NOOP("labels", "send the paused turn back, so that it goes on"),
    "reasoning.signed": QT_TRANSLATE_NOOP("labels", "signed, goes back unchanged"),
    "reasoning.encrypted": QT_TRANSLATE_NOOP("labels", "encrypted, goes back unchanged"),
    "reasoning.hidden": QT_TRANSLATE_NOOP("labels", "The provider shows no text of it."),
    # Parts that the provider's own tools left, and other parts that are kept as they came.
    "hosted.line": QT_TRANSLATE_NOOP("labels", "{title}: {what}"),
    "hosted.tool_search": QT_TRANSLATE_NOOP("labels", "Tool search"),
    "hosted.tool_reference": QT_TRANSLATE_NOOP("labels", "Tool found"),
    "hosted.tools_added": QT_TRANSLATE_NOOP("labels", "Tools added"),
    "hosted.web_search": QT_TRANSLATE_NOOP("labels", "Web search"),
    "hosted.web_fetch": QT_TRANSLATE_NOOP("labels", "Web page"),
    "hosted.file_search": QT_TRANSLATE_NOOP("labels", "File search"),
    "hosted.search_result": QT_TRANSLATE_NOOP("labels", "Search result"),
    "hosted.code": QT_TRANSLATE_NOOP("labels", "Code run by the provider"),
    "hosted.files": QT_TRANSLATE_NOOP("labels", "File edited by the provider"),
    "hosted.shell": QT_TRANSLATE_NOOP("labels", "Shell command"),
    "hosted.patch": QT_TRANSLATE_NOOP("labels", "Patch"),
    "hosted.computer": QT_TRANSLATE_NOOP("labels", "Computer use"),
    "hosted.picture": QT_TRANSLATE_NOOP("labels", "Picture made by the provider"),
    "hosted.mcp": QT_TRANSLATE_NOOP("labels", "MCP call"),
    "hosted.mcp_tools": QT_TRANSLATE_NOOP("labels", "Tools of an MCP server"),
    "hosted.mcp_question": QT_TRANSLATE_NOOP("labels", "MCP call that waits for approval"),
    "hosted.mcp_decision": QT_TRANSLATE_NOOP("labels", "Decision on an MCP call"),
    "hosted.advisor": QT_TRANSLATE_NOOP("labels", "Advice of another model"),
    "hosted.server_tool": QT_TRANSLATE_NOOP("labels", "Tool of the provider"),
    "hosted.redacted": QT_TRANSLATE_NOOP("labels", "Redacted thinking"),
    "hosted.compaction": QT_TRANSLATE_NOOP("labels", "Earlier turns, condensed by the provider"),
    "hosted.fallback": QT_TRANSLATE_NOOP("labels", "Another model took over"),
    "hosted.file": QT_TRANSLATE_NOOP("labels", "File"),
    "hosted.audio": QT_TRANSLATE_NOOP("labels", "Audio"),
    "hosted.pointer": QT_TRANSLATE_NOOP("labels", "Item stored at the provider"),
    "hosted.made_up": QT_TRANSLATE_NOOP("labels", "Result made up by the model"),
    "hosted.other": QT_TRANSLATE_NOOP("labels", "Part of another kind"),
    "fact.error": QT_TRANSLATE_NOOP("labels", "error: {code}"),
    "fact.status": QT_TRANSLATE_NOOP("labels", "status {status}"),
    "fact.server": QT_TRANSLATE_NOOP("labels", "server {server}"),
    "fact.client": QT_TRANSLATE_NOOP("labels", "run by the client"),
    "fact.nothing_found": QT_TRANSLATE_NOOP("labels", "nothing found"),
    "fact.sources": (QT_TRANSLATE_NOOP("labels", "1 source"), QT_TRANSLATE_NOOP("labels", "{n} sources")),
    "fact.exit": QT_TRANSLATE_NOOP("labels", "exit code {code}"),
    "fact.approved": QT_TRANSLATE_NOOP("labels", "approved"),
    "fact.rejected": QT_TRANSLATE_NOOP("labels", "rejected"),
    "fact.unchanged": QT_TRANSLATE_NOOP("labels", "encrypted, goes back unchanged"),
    "fact.never_sent": QT_TRANSLATE_NOOP("labels", "shown only, never sent back"),
    # Declared tools that are not plain functions of ours.
    "declared.deferred": QT_TRANSLATE_NOOP("labels", "deferred"),
    "declared.hosted": QT_TRANSLATE_NOOP("labels", "hosted"),
    "declared.tool_search": QT_TRANSLATE_NOOP("labels", "search"),
    "declared.custom": QT_TRANSLATE_NOOP("labels", "custom"),
    "declared.group": QT_TRANSLATE_NOOP("labels", "group"),
    "declared.deferred.why": QT_TRANSLATE_NOOP(
        "labels", "Deferred: the model is told of it only when a tool search finds it."
    ),
    "declared.hosted.why": QT_TRANSLATE_NOOP("labels", "The provider runs it itself ({kind})."),
    "declared.tool_search.why": QT_TRANSLATE_NOOP(
        "labels", "The provider searches the deferred tools for the model ({kind})."
    ),
    "declared.custom.why": QT_TRANSLATE_NOOP("labels", "A custom tool: it takes free text instead of JSON."),
    "declared.group.why": QT_TRANSLATE_NOOP("labels", "A group of tools: {tools}."),
}
