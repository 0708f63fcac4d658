"""The words are those that the system and Python really say."""

import errno
import json
import os

import pytest

from studio.present.system_words import SYSTEM_WORDS


@pytest.mark.skipif(os.name == "nt", reason="Windows says it otherwise")
@pytest.mark.parametrize("code", ["ENOENT", "EACCES", "EISDIR", "ENOTDIR", "EEXIST", "ENOSPC", "EROFS", "ENAMETOOLONG"])
def test_what_a_file_is_refused_with_is_known(code: str) -> None:
    assert os.strerror(getattr(errno, code)) in SYSTEM_WORDS


@pytest.mark.parametrize("text", ["", "{a", '{"a" 1}', '{"a": 1 "b"}', "1 2", '"a', '"\n"', '"\\x"'])
def test_what_json_is_refused_with_is_known(text: str) -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)
    assert caught.value.msg in SYSTEM_WORDS
