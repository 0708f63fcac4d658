"""A count of tokens that cannot be is none, whoever said it and however it came in; what the provider sent is kept as it is."""

import msgspec
import pytest

from studio.messages.reply import Usage


@pytest.mark.parametrize("count", [-1, 10**12 + 1, 10**18, 10**30, 10**400])
def test_a_count_that_cannot_be_is_none_and_what_was_sent_is_kept(count: int) -> None:
    usage = Usage(count, count, count, {"prompt_tokens": count})
    assert (usage.input, usage.output, usage.cached) == (None, None, None)
    assert usage.raw == {"prompt_tokens": count}


def test_a_file_of_an_older_version_that_holds_such_a_count_is_read() -> None:
    read = msgspec.json.decode(b'{"input": %d, "output": 20, "cached": -4}' % (9 * 10**18), type=Usage)
    assert read == Usage(None, 20)


def test_the_largest_that_may_be_is_one() -> None:
    assert Usage(10**12, 0, 0).input == 10**12
