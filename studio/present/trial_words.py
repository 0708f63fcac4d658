"""What a test of a profile found out, in words: one sentence for each finding, and what to do when it is not what was hoped for.

Above: `workspace/trial`, both fronts; the window looks the texts up under the context `trial`. Below: nothing.
"""

from studio.said import QT_TRANSLATE_NOOP

NO_KEY = "no_key"
"""The `type` of the error of a request that was not sent for want of a key."""

QUESTIONS: dict[str, str] = {
    "reachable": QT_TRANSLATE_NOOP("trial", "Reachable"),
    "key": QT_TRANSLATE_NOOP("trial", "Key accepted"),
    "model": QT_TRANSLATE_NOOP("trial", "Model known"),
    "replies": QT_TRANSLATE_NOOP("trial", "Replies"),
    "streams": QT_TRANSLATE_NOOP("trial", "Streams"),
    "tools": QT_TRANSLATE_NOOP("trial", "Calls tools"),
    "json": QT_TRANSLATE_NOOP("trial", "JSON mode"),
}
ANSWERS: dict[str, str] = {
    "yes": QT_TRANSLATE_NOOP("trial", "yes"),
    "no": QT_TRANSLATE_NOOP("trial", "no"),
    "unknown": QT_TRANSLATE_NOOP("trial", "unknown"),
}
FINDINGS: dict[str, str] = {
    "not_asked": QT_TRANSLATE_NOOP("trial", "It could not be asked."),
    "connected": QT_TRANSLATE_NOOP("trial", "The connection stood after {time}."),
    "reached": QT_TRANSLATE_NOOP("trial", "The server answers."),
    "not_sent": QT_TRANSLATE_NOOP("trial", "Nothing was sent: {text}"),
    "unreachable": "{text}",
    "key_accepted": QT_TRANSLATE_NOOP("trial", "The server took it."),
    "key_not_needed": QT_TRANSLATE_NOOP("trial", "The server asks for none."),
    "key_missing": QT_TRANSLATE_NOOP("trial", "It is not there, and nothing was sent."),
    "key_refused": QT_TRANSLATE_NOOP("trial", "The server refused it ({status}): {text}"),
    "key_wanted": QT_TRANSLATE_NOOP("trial", "The server wants a key ({status}): {text}"),
    "model_answers": QT_TRANSLATE_NOOP("trial", "{model} answers."),
    "model_answers_as": QT_TRANSLATE_NOOP("trial", "{model} answers, and calls itself {named}."),
    "model_unknown": QT_TRANSLATE_NOOP("trial", "The server does not offer {model} ({status}): {text}"),
    "model_missing": QT_TRANSLATE_NOOP("trial", "The profile names no model."),
    "replied": QT_TRANSLATE_NOOP("trial", "A reply came in {time}."),
    "refused": QT_TRANSLATE_NOOP("trial", "The server answered {status}: {text}"),
    "not_there": QT_TRANSLATE_NOOP("trial", "The server answered {status} at {url}: {text}"),
    "broken": "{text}",
    "streamed": QT_TRANSLATE_NOOP("trial", "It came in {count} pieces."),
    "in_one_piece": QT_TRANSLATE_NOOP("trial", "It came in one piece, although a stream was asked for."),
    "too_short": QT_TRANSLATE_NOOP("trial", "The reply was too short to tell."),
    "stream_off": QT_TRANSLATE_NOOP("trial", "The profile asks for whole replies."),
    "called": QT_TRANSLATE_NOOP("trial", "The model called the tool that was offered."),
    "called_as_text": QT_TRANSLATE_NOOP("trial", "The model printed the call in the form {form}."),
    "called_badly": QT_TRANSLATE_NOOP("trial", "The model called {tool} with arguments that cannot be used: {text}"),
    "call_cut": QT_TRANSLATE_NOOP("trial", "The reply was cut off at its length before a call came."),
    "not_called": QT_TRANSLATE_NOOP("trial", "The model was asked to call a tool and wrote instead: {text}"),
    "tools_refused": QT_TRANSLATE_NOOP("trial", "The server takes no tools here ({status}): {text}"),
    "told_as_text": QT_TRANSLATE_NOOP(
        "trial", "The server takes no tools here; they are told as text, for calls are automatic."
    ),
    "json_came": QT_TRANSLATE_NOOP("trial", "The reply was a JSON object."),
    "json_not": QT_TRANSLATE_NOOP("trial", "The reply was no JSON object: {text}"),
    "json_refused": QT_TRANSLATE_NOOP("trial", "The server refused it ({status}): {text}"),
    "json_nowhere": "{text}",
}
_MODELS = QT_TRANSLATE_NOOP("trial", "It has: {models}.")
ADVICE: dict[str, str] = {
    "not_sent": QT_TRANSLATE_NOOP("trial", "Put the profile right, then test again."),
    "unreachable": QT_TRANSLATE_NOOP("trial", "Check the address and the proxy, and that a local server runs."),
    "key_missing": QT_TRANSLATE_NOOP("trial", "Set the environment variable {variable} to the key."),
    "key_refused": QT_TRANSLATE_NOOP(
        "trial", "Check that the key is whole, belongs to this server, and goes in the header that it reads."
    ),
    "key_wanted": QT_TRANSLATE_NOOP("trial", "Name the variable that holds the key, or store one."),
    "model_unknown": QT_TRANSLATE_NOOP(
        "trial", "Take the exact name from the server's list; a local one has to be loaded first."
    ),
    "model_unknown_list": _MODELS,
    "model_missing": QT_TRANSLATE_NOOP("trial", "Name one in the profile."),
    "model_missing_list": _MODELS,
    "refused": QT_TRANSLATE_NOOP(
        "trial", "Look at the parameters of the profile: the server may not take one of them."
    ),
    "refused_limit": QT_TRANSLATE_NOOP("trial", "Wait, and look at the limits and the credit of the account."),
    "refused_server": QT_TRANSLATE_NOOP("trial", "The fault is the server's own: try later, or look at its log."),
    "not_there": QT_TRANSLATE_NOOP("trial", "Check the end of the base address (many want /v1) and the dialect."),
    "broken": QT_TRANSLATE_NOOP(
        "trial", "Check the dialect and the address; give a model that still loads more time to read."
    ),
    "in_one_piece": QT_TRANSLATE_NOOP(
        "trial", "Switch streaming off in the profile, or look for a proxy on the way that holds replies back."
    ),
    "called_badly": QT_TRANSLATE_NOOP("trial", "Choose a larger model, or another way to tell calls."),
    "not_called": QT_TRANSLATE_NOOP("trial", "Choose a model that was made for tools, or let calls be told as text."),
    "printed": QT_TRANSLATE_NOOP(
        "trial", "Choose this form for the calls of the profile, or set the server up to read it."
    ),
    "tools_refused": QT_TRANSLATE_NOOP(
        "trial", "Choose a model that takes tools, or set the calls to automatic or a text form."
    ),
    "json_refused": QT_TRANSLATE_NOOP("trial", "Leave JSON mode off, or ask for JSON in the system text."),
    "json_not": QT_TRANSLATE_NOOP("trial", "Ask for JSON in the system text as well, or leave JSON mode off."),
}


def finding(code: str, places: dict[str, str]) -> str:
    """The English sentence of a finding with its places filled."""
    return FINDINGS[code].format(**places)


def advice(code: str, places: dict[str, str]) -> str:
    """What to do about a finding, in English; empty when there is nothing to do. A list of `models` is told where there is one."""
    return advice_template(code, places).format(**places)


def advice_template(code: str, places: dict[str, str]) -> str:
    """The same with its places open."""
    listed = ADVICE.get(f"{code}_list") if places.get("models") else None
    return listed or ADVICE.get(places.get("advice", ""), ADVICE.get(code, ""))
