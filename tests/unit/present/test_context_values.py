"""What fills a prompt, as values."""

from studio.present.context_labels import CONTEXT_TEMPLATES
from studio.present.context_values import ORIGINS, ContextView, Part


def test_nothing_fills_nothing() -> None:
    assert (ContextView().by_origin(), ContextView().share) == ({}, None)


def test_each_origin_has_its_words() -> None:
    assert all(f"context.origin.{origin}" in CONTEXT_TEMPLATES for origin in ORIGINS)


def test_what_was_said_stands_for_itself() -> None:
    assert Part("person", 1, 0, 0, text="Hello.").title == "Hello."
    assert Part("tools", 1, 0, name="refund").title == "refund"
