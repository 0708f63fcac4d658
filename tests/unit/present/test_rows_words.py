"""Every phrase that a row may need has its English template."""

import re
from pathlib import Path
from typing import get_args

import pytest

import studio.present
from studio.messages.message import Role
from studio.messages.reply import ProviderError
from studio.present.labels import TEMPLATES
from studio.session.setup import SETTINGS

PRESENT = Path(studio.present.__file__).parent
KEY = re.compile(r"""[Ww]ords\(\s*"([a-z_]+\.[a-z_.]+)\"""")


@pytest.mark.parametrize("name", ["row_details", "row_standing", "row_speech"])
def test_each_key_that_is_written_out_is_known(name: str) -> None:
    keys = set(KEY.findall((PRESENT / f"{name}.py").read_text(encoding="utf-8")))
    assert len(keys) >= 3
    assert keys - set(TEMPLATES) == set()


def test_each_key_that_is_put_together_is_known() -> None:
    kinds = get_args(ProviderError.__annotations__["kind"])
    keys = {f"error.{kind}" for kind in kinds}
    keys |= {f"row.{role}" for role in get_args(Role)}
    keys |= {f"setup.{name}" for name in SETTINGS}
    keys |= {f"spoken.{kind}" for kind in ("request", "response", "call", "result", "error")}
    assert len(keys) > 20
    assert keys - set(TEMPLATES) == set()
