"""Whether a provider's error says that it takes no tools natively.

Above: `engine`, `workspace/trial`. Below: `messages/reply`. The words are those of Ollama, vLLM, SGLang, llama.cpp, OpenRouter and
gateways.
"""

import re

from studio.messages.reply import ProviderError

_STATUS = frozenset((400, 404, 405, 422, 500, 501))
_TOOLS = r"(?:(?:tool|function)s?(?:[ _-](?:use|usage|call(?:s|ing)?|choice|param(?:eter)?s?))?)"
_REFUSED = re.compile(
    rf"(?:\bnot|n't|\bno) support(?:ed|s|ing)? (?:for |of |the |any )?['\"`]?{_TOOLS}\b"
    rf"|\b{_TOOLS}['\"`]? (?:is|are|was|were)(?: currently)?(?: not|n't) (?:supported|enabled|available|implemented)\b"
    rf"|\b{_TOOLS}['\"`]? (?:not supported|unsupported|requires? --)"
    r"|endpoints found that support tool use"
    r"|tool choice requires --enable-auto-tool-choice",
    re.IGNORECASE,
)


def refuses_tools(error: ProviderError) -> bool:
    """Whether the request was refused because it declared tools. Doubtful words count as no: nothing is tried unasked then."""
    if error.kind not in ("http", "provider") or (error.status is not None and error.status not in _STATUS):
        return False
    return _REFUSED.search(f"{error.message}\n{error.body}") is not None
