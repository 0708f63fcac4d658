"""Which fields of a form take secrets, and that what is typed there is blanked while the rest stays."""

from typing import Any

import pytest

from studio.workspace.asked_secrets import blanked_content, is_secret, secrets_in


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("password", {"type": "string"}),
        ("userPassword", {"type": "string"}),
        ("api_key", {}),
        ("apiKey", {"type": "string"}),
        ("access_token", {"type": "string"}),
        ("field1", {"type": "string", "title": "Your passphrase"}),
        ("field1", {"type": "string", "format": "password"}),
        ("field1", {"type": "string", "writeOnly": True}),
        ("pin", {"type": "integer"}),
        ("token", None),
    ],
)
def test_a_field_for_a_secret_is_known_by_its_name_title_or_format(name: str, schema: Any) -> None:
    assert is_secret(name, schema)


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("name", {"type": "string"}),
        ("max_tokens", {"type": "integer"}),
        ("token_limit", {"type": "integer"}),
        ("spinning", {"type": "integer"}),
        ("monkey", {"type": "string"}),
        ("secretary", {"type": "string"}),
    ],
)
def test_other_fields_are_not(name: str, schema: Any) -> None:
    assert not is_secret(name, schema)


def test_only_what_stands_in_such_a_field_is_blanked() -> None:
    schema = {"properties": {"name": {"type": "string"}, "pin": {"type": "integer"}, "password": {"type": "string"}}}
    content = {"name": "Ann", "pin": 4711, "password": "swordfish", "token": ""}
    assert blanked_content(schema, content) == {
        "name": "Ann",
        "pin": "[redacted]",
        "password": "[redacted]",
        "token": "",
    }
    assert secrets_in(schema, content) == ("swordfish",)
    assert blanked_content(None, None) is None
    assert blanked_content({"properties": 5}, {"password": "x"}) == {"password": "[redacted]"}
