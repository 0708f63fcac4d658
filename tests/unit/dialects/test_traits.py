"""What is known of model families, and what automatic calls come to by it."""

import pytest

from studio.dialects.printed import forms
from studio.dialects.traits import Traits, printed_by, text_form_for, traits_of


@pytest.mark.parametrize(
    ("model", "form"),
    [
        ("qwen3-coder:30b", "qwen_xml"),
        ("Qwen/Qwen3-8B", "hermes"),
        ("NousResearch/Hermes-3-Llama-3.1-8B", "hermes"),
        ("llama3.2:3b", "llama_json"),
        ("meta-llama/Llama-4-Scout", "pythonic"),
        ("deepseek-r1:14b", "deepseek"),
        ("zai-org/GLM-4.5", "glm"),
        ("openai/gpt-oss-20b", "harmony"),
        ("smollm2:135m", "hermes"),
        ("something-new", ""),
    ],
)
def test_a_family_prints_calls_as_its_template_does(model: str, form: str) -> None:
    assert traits_of("openai_chat", "http://127.0.0.1:8000/v1", model).text_form == form
    assert form in ("", *forms.NAMES)


@pytest.mark.parametrize(("model", "without"), [("smollm2", True), ("gemma3:4b", True), ("gpt-4o-mini", False)])
def test_models_without_native_calls_are_known(model: str, without: bool) -> None:
    assert traits_of("ollama_chat", "http://127.0.0.1:11434", model).no_tools is without


def test_mistral_wants_ids_of_nine_in_its_own_format_only() -> None:
    assert traits_of("openai_chat", "https://api.mistral.ai/v1", "any").call_ids == "nine"
    assert traits_of("openai_chat", "http://127.0.0.1:8000/v1", "mistral-small").call_ids == "nine"
    assert traits_of("ollama_chat", "http://127.0.0.1:11434", "mistral").call_ids == "any"


def test_system_messages_in_the_middle_are_for_newer_anthropic_models_and_all_other_formats() -> None:
    anthropic = "https://api.anthropic.com/v1"
    assert not traits_of("anthropic_messages", anthropic, "claude-sonnet-4-5").system_anywhere
    assert traits_of("anthropic_messages", anthropic, "claude-opus-4-8").system_anywhere
    assert traits_of("openai_chat", "https://api.openai.com/v1", "gpt-4o").system_anywhere


def test_automatic_is_native_unless_the_family_or_a_refusal_says_otherwise() -> None:
    plain, without = Traits(), Traits(no_tools=True, text_form="hermes")
    assert text_form_for("auto", "", plain) == ""
    assert text_form_for("auto", "", without) == "hermes"
    assert text_form_for("auto", "react", plain) == "react"
    assert text_form_for("native", "react", without) == ""
    assert text_form_for("glm", "", plain) == "glm"
    assert printed_by(plain) == "json_block"
