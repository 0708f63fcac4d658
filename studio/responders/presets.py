"""Known servers, so that a profile begins with an address and a key's usual variable instead of an empty form. Data only.

Above: `workspace/profiles`, `cli`. Below: nothing. Facts are those of the servers' own documentation; a model is named only where
its name is an alias that stays. A part in braces is for the person to fill in.
"""

from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec

from studio.said import QT_TRANSLATE_NOOP


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """One server. `name` is its short name; `base_url` may hold a `{part}` to fill in; `key_env` and `key_header` are None where
    no key is asked for, or the dialect's own header carries it."""

    name: str
    title: str
    base_url: str
    dialect: str = "openai_chat"
    model: str = ""
    key_env: str | None = None
    key_header: str | None = None
    note: str = ""

    def profile(self, name: str, **changes: Any) -> dict[str, Any]:
        """The members of a profile called `name`, to be read by `read_profile`; `changes` replace those of the preset."""
        members = ("dialect", "base_url", "model", "key_env", "key_header")
        return {"name": name, **{member: getattr(self, member) for member in members}, **changes}


PRESETS = (
    Preset(
        name="openai",
        title="OpenAI (Chat Completions)",
        base_url="https://api.openai.com/v1",
        key_env="OPENAI_API_KEY",
    ),
    Preset(
        name="openai-responses",
        title="OpenAI (Responses)",
        dialect="openai_responses",
        base_url="https://api.openai.com/v1",
        key_env="OPENAI_API_KEY",
    ),
    Preset(
        name="azure",
        title="Azure OpenAI",
        base_url="https://{resource}.openai.azure.com/openai/v1",
        key_env="AZURE_OPENAI_API_KEY",
        key_header="api-key",
        note=QT_TRANSLATE_NOOP(
            "presets",
            "The address holds the name of your resource, the model is the name of your deployment. An older resource wants "
            "…/openai/deployments/{deployment}?api-version=2024-10-21 instead.",
        ),
    ),
    Preset(
        name="anthropic",
        title="Anthropic",
        dialect="anthropic_messages",
        base_url="https://api.anthropic.com/v1",
        key_env="ANTHROPIC_API_KEY",
    ),
    Preset(
        name="gemini",
        title="Gemini (OpenAI form)",
        base_url="https://generativelanguage.googleapis.com/v1beta/openai",
        key_env="GEMINI_API_KEY",
    ),
    Preset(
        name="deepseek",
        title="DeepSeek",
        base_url="https://api.deepseek.com",
        key_env="DEEPSEEK_API_KEY",
    ),
    Preset(
        name="qwen",
        title="Qwen (DashScope)",
        base_url="https://dashscope.aliyuncs.com/compatible-mode/v1",
        model="qwen-plus",
        key_env="DASHSCOPE_API_KEY",
        note=QT_TRANSLATE_NOOP(
            "presets",
            "Keys of other regions have an address of their own, such as https://dashscope-intl.aliyuncs.com/compatible-mode/v1.",
        ),
    ),
    Preset(
        name="mistral",
        title="Mistral",
        base_url="https://api.mistral.ai/v1",
        model="mistral-small-latest",
        key_env="MISTRAL_API_KEY",
    ),
    Preset(
        name="openrouter",
        title="OpenRouter",
        base_url="https://openrouter.ai/api/v1",
        model="openrouter/auto",
        key_env="OPENROUTER_API_KEY",
        note=QT_TRANSLATE_NOOP(
            "presets",
            "Models are named with their maker, such as mistralai/mistral-small. Not every one of them takes tools.",
        ),
    ),
    Preset(
        name="groq",
        title="Groq",
        base_url="https://api.groq.com/openai/v1",
        key_env="GROQ_API_KEY",
    ),
    Preset(
        name="ollama",
        title="Ollama",
        dialect="ollama_chat",
        base_url="http://127.0.0.1:11434",
        note=QT_TRANSLATE_NOOP(
            "presets",
            "Runs on this machine and asks for no key. "
            "A long history needs a larger options.num_ctx: what does not fit is cut off without a word.",
        ),
    ),
    Preset(
        name="ollama-openai",
        title="Ollama (OpenAI form)",
        base_url="http://127.0.0.1:11434/v1",
        note=QT_TRANSLATE_NOOP(
            "presets",
            "Runs on this machine and asks for no key. "
            "The length of the context can only be set in the server, with OLLAMA_CONTEXT_LENGTH.",
        ),
    ),
    Preset(
        name="lmstudio",
        title="LM Studio",
        base_url="http://127.0.0.1:1234/v1",
        note=QT_TRANSLATE_NOOP(
            "presets", "Runs on this machine and asks for no key. Start its server on the Developer page."
        ),
    ),
    Preset(
        name="vllm",
        title="vLLM",
        base_url="http://127.0.0.1:8000/v1",
        note=QT_TRANSLATE_NOOP(
            "presets",
            "Takes tools only when it was started with --enable-auto-tool-choice and --tool-call-parser. "
            "A key is asked for when it was started with --api-key.",
        ),
    ),
    Preset(
        name="llama.cpp",
        title="llama.cpp",
        base_url="http://127.0.0.1:8080/v1",
        note=QT_TRANSLATE_NOOP(
            "presets",
            "llama-server takes tools when it was started with --jinja. A key is asked for when it was started with --api-key.",
        ),
    ),
)


def presets() -> tuple[Preset, ...]:
    """All presets in the order in which they are shown."""
    return PRESETS


def named(name: str) -> Preset | None:
    """The preset of that name; None when there is none."""
    return next((preset for preset in PRESETS if preset.name == name), None)


def at_address(url: str) -> Preset | None:
    """The preset whose server answers at an address, the one with the longest path of several; None when it is not known."""
    try:
        asked = urlsplit(url)
        found = [preset for preset in PRESETS if _covers(urlsplit(preset.base_url), asked)]
    except ValueError:
        return None
    return max(found, key=lambda preset: len(urlsplit(preset.base_url).path), default=None)


def members_at(url: str, dialect: str | None = None) -> dict[str, Any]:
    """What an address alone says of a profile: the dialect, unless it is said, and the header that carries the key."""
    known = at_address(url)
    if known is None:
        return {"dialect": dialect or "openai_chat", "key_header": None}
    return {"dialect": dialect or known.dialect, "key_header": known.key_header}


def _covers(known: SplitResult, asked: SplitResult) -> bool:
    path = f"{asked.path.rstrip('/')}/"
    return _same_server(known, asked) and path.startswith(f"{known.path.rstrip('/')}/")


def _same_server(known: SplitResult, asked: SplitResult) -> bool:
    name, host = known.netloc.lower(), asked.netloc.lower().replace("localhost", "127.0.0.1")
    filled, _, rest = name.partition("}")
    return host.endswith(rest) if filled.startswith("{") else host == name
