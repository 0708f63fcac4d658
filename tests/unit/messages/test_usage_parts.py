"""What a reported count consists of, by the names of each format."""

from typing import Any

import pytest

from studio.messages.reply import Usage
from studio.messages.usage_parts import UsageParts, usage_parts

CHAT = {"prompt_tokens_details": {"cached_tokens": 40}, "completion_tokens_details": {"reasoning_tokens": 12}}
RESPONSES = {"input_tokens_details": {"cached_tokens": 40}, "output_tokens_details": {"reasoning_tokens": 12}}
ANTHROPIC = {"cache_creation_input_tokens": 30, "cache_creation": {"ephemeral_1h_input_tokens": 10}}


@pytest.mark.parametrize(
    ("usage", "parts"),
    [
        (Usage(100, 20, 40, CHAT), UsageParts(100, 20, 40, 0, 0, 12)),
        (Usage(100, 20, 40, RESPONSES), UsageParts(100, 20, 40, 0, 0, 12)),
        (Usage(100, 20, 40, ANTHROPIC), UsageParts(100, 20, 40, 30, 10)),
        (Usage(100, 20), UsageParts(100, 20)),
        (Usage(None, 20), UsageParts(0, 20)),
    ],
)
def test_the_parts_are_found_by_the_names_of_each_format(usage: Usage, parts: UsageParts) -> None:
    assert usage_parts(usage) == parts


@pytest.mark.parametrize("usage", [None, Usage(), Usage(raw={"cost": 1})])
def test_without_a_count_there_are_no_parts(usage: Usage | None) -> None:
    assert usage_parts(usage) is None


@pytest.mark.parametrize("odd", ["12", True, -3, float("nan"), None, [1]])
def test_what_is_no_count_counts_nothing(odd: Any) -> None:
    raw = {"completion_tokens_details": {"reasoning_tokens": odd}, "cache_creation_input_tokens": odd}
    assert usage_parts(Usage(100, 20, None, raw)) == UsageParts(100, 20)


def test_no_part_is_more_than_the_whole() -> None:
    raw = {"cache_creation_input_tokens": 900, "completion_tokens_details": {"reasoning_tokens": 900}}
    assert usage_parts(Usage(100, 20, 400, raw)) == UsageParts(100, 20, 100, 0, 0, 20)
