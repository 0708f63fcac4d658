"""Words about request parameters and the ways to tell tools: why a dialect cannot say one, and what each text form looks like.

Above: both fronts; the window looks the texts up under the context `parameters`. Below: `form_names`.
"""

from studio.present.form_names import form_name
from studio.said import QT_TRANSLATE_NOOP

REASONS: tuple[str, ...] = (
    QT_TRANSLATE_NOOP(
        "parameters", "Responses takes no stop sequences: use Chat Completions, or cut the text after it came."
    ),
    QT_TRANSLATE_NOOP("parameters", "Responses takes no seed: use Chat Completions, or set the temperature to 0."),
    QT_TRANSLATE_NOOP(
        "parameters", "Anthropic takes no seed: set the temperature to 0 for replies that differ little."
    ),
    QT_TRANSLATE_NOOP(
        "parameters", "Ollama takes no tool choice: switch tools off, or say in the system text which to call."
    ),
    QT_TRANSLATE_NOOP("parameters", "Ollama cannot be told to call one tool at a time: say it in the system text."),
    QT_TRANSLATE_NOOP(
        "parameters", "With the tool choice none nothing is called: leave out whether several calls may come."
    ),
    QT_TRANSLATE_NOOP("parameters", "Thinking cannot only be switched on here: name a level, such as medium."),
    QT_TRANSLATE_NOOP(
        "parameters",
        "There is no JSON mode without a schema here: give a schema, or ask for JSON in the system text.",
    ),
)
"""The sentences with which the dialects refuse a parameter, so that the window can say them in its language."""

WAYS: dict[str, str] = {
    "native": QT_TRANSLATE_NOOP("parameters", "natively"),
    "auto": QT_TRANSLATE_NOOP("parameters", "automatically"),
}
_AS_TEXT = QT_TRANSLATE_NOOP("parameters", "as text: {form}")

ABOUT: dict[str, str] = {
    "native": QT_TRANSLATE_NOOP(
        "parameters", "In the member that the provider has for them. What a model made for tools wants."
    ),
    "auto": QT_TRANSLATE_NOOP(
        "parameters",
        "Natively, and as text where the model is known to have no tools or the server refuses them; it is noted.",
    ),
    "hermes": QT_TRANSLATE_NOOP(
        "parameters", "A JSON object in <tool_call> tags, as Hermes and most Qwen models print it."
    ),
    "qwen_xml": QT_TRANSLATE_NOOP(
        "parameters", "<function=…> with <parameter=…> elements, as Qwen's coder models print it."
    ),
    "llama_json": QT_TRANSLATE_NOOP("parameters", "A JSON object with name and parameters, as Llama 3 prints it."),
    "mistral": QT_TRANSLATE_NOOP(
        "parameters", "[TOOL_CALLS] with a JSON list behind it, as Mistral's models print it."
    ),
    "deepseek": QT_TRANSLATE_NOOP("parameters", "DeepSeek's special tokens around a name and JSON."),
    "glm": QT_TRANSLATE_NOOP("parameters", "A name with <arg_key> and <arg_value> elements, as GLM prints it."),
    "harmony": QT_TRANSLATE_NOOP("parameters", "Channels with messages to tools, as gpt-oss prints them."),
    "pythonic": QT_TRANSLATE_NOOP("parameters", "A list of calls as Python writes them, as Llama 4 and LFM2 print it."),
    "json_block": QT_TRANSLATE_NOOP(
        "parameters", "A JSON object with tool and arguments in a code fence: for any model that writes JSON."
    ),
    "react": QT_TRANSLATE_NOOP(
        "parameters", "Action: and Action Input: on lines of their own: for any model, also an old one."
    ),
}
"""One sentence for each way to tell tools."""


def way_template(calls: str) -> tuple[str, dict[str, str]]:
    """The words for a way to tell tools, and what fills their places."""
    return (WAYS[calls], {}) if calls in WAYS else (_AS_TEXT, {"form": form_name(calls)})
