"""A remark as a sentence: what a request says otherwise than the session does, and why.

Above: `row_details`, `transcript`, the window. Below: `part_labels`. Pure; a code that this version does not know is shown as it is.
"""

from collections.abc import Sequence

from studio.messages.remark import Remark
from studio.present.form_names import form_name
from studio.present.row import Phrase
from studio.present.words import Words, words

MOST = 6
"""Sentences that a tooltip or a row's speech holds; the rest is counted."""

_SUBJECTS = {
    "reasoning_not_stored": "id",
    "reasoning_leads_nowhere": "id",
    "part_left_out": "kind",
    "custom_call_changed": "tool",
    "printed_call_native": "tool",
    "id_mapped": "ids",
    "server_listed": "server",
    "tool_left_out": "tool",
    "parameter_left_out": "parameter",
    "member_left_out": "member",
}
"""The place in the sentence that the subject fills, where it fills one as it is."""

_BARE = frozenset(
    ("asked_in_ways", "forked_here", "made_up_left_out", "refusal_as_text", "strict_not_known", "system_as_user")
)


def remark_words(remark: Remark) -> Words:
    """The sentence of a remark."""
    code, subject = remark.code, remark.subject
    key = f"remark.{code}"
    if code in _SUBJECTS:
        return words(key, **{_SUBJECTS[code]: subject})
    match code:
        case "reasoning_left_out" if subject in ("", "0"):
            return Words("remark.hidden_reasoning_left_out")
        case "reasoning_left_out" if subject.isdecimal():
            return words(key, n=int(subject))
        case "members_left_out":
            owner, _, members = subject.partition(": ")
            return words(key, owner=owner, members=members)
        case "schema_shaped" | "schema_not_sent" | "not_strict":
            tool, _, why = subject.partition(": ")
            return words(key, tool=tool, why=why)
        case "server_failed":
            server, _, why = subject.partition(": ")
            return words(key, server=server, why=why)
        case "tools_refused" | "told_as_text":
            return words(key, form=form_name(subject))
        case _ if code in _BARE:
            return Words(key)
        case _:
            return words("remark.other", code=code, subject=subject)


def remark_notes(remarks: Sequence[Remark], most: int = MOST) -> tuple[Phrase, ...]:
    """The sentences of the first remarks, each once, and how many more there are."""
    known = {(remark.code, remark.subject): remark for remark in remarks}
    said = tuple(remark_words(remark) for remark in list(known.values())[:most])
    return said if len(known) <= most else (*said, words("remark.more", n=len(known) - most))
