"""What an editor of JSON offers by a schema: missing members, allowed values, also in texts that are half typed."""

import pytest

from studio.gui.editors.json_offers import offers_at

SCHEMA = {
    "type": "object",
    "properties": {
        "currency": {"enum": ["EUR", "USD"]},
        "amount": {"type": "number"},
        "notify": {"type": "boolean"},
        "items": {"type": "array", "items": {"$ref": "#/$defs/item"}},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
    "required": ["amount"],
    "$defs": {"item": {"type": "object", "properties": {"sku": {"type": "string"}, "count": {"type": "integer"}}}},
}


def offered(text: str) -> list[str]:
    at = text.index("|")
    return [offer.words for offer in offers_at(text.replace("|", ""), at, SCHEMA).offers]


def taken(text: str, words: str) -> str:
    at, plain = text.index("|"), text.replace("|", "")
    found = offers_at(plain, at, SCHEMA)
    offer = next(offer for offer in found.offers if offer.words == words)
    return plain[: found.start] + offer.text + plain[found.end :]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{|}", ["currency", "amount", "notify", "items", "note"]),
        ('{"amount": 1, |', ["currency", "notify", "items", "note"]),
        ('{|, "amount": 1, "note": null}', ["currency", "notify", "items"]),
        ('{"cur|}', ["currency"]),
        ('{"currency": |}', ['"EUR"', '"USD"']),
        ('{"currency": "u|"}', ['"USD"']),
        ('{"notify": |', ["true", "false"]),
        ('{"note": |', ['""', "null"]),
        ('{"items": [{"sku": "a"}, {|', ["sku", "count"]),
        ('{"items": [{"sku": "{,]"}, {"count|', ["count"]),
        ('{"unknown": {"deep": |', []),
        ('{"amount": "half open|', []),
    ],
)
def test_offers_fit_the_place(text: str, words: list[str]) -> None:
    assert offered(text) == words


def test_an_offer_takes_the_place_of_what_was_typed_and_brings_its_comma() -> None:
    assert taken('{"cur|": 1}', "currency") == '{"currency": 1}'
    assert taken('{"amount": 1 |}', "notify") == '{"amount": 1 , "notify": true}'
    assert taken('{| "amount": 1}', "notify") == '{"notify": true, "amount": 1}'
    assert taken('{"currency": "e|"}', '"EUR"') == '{"currency": "EUR"}'


def test_required_members_and_types_are_told() -> None:
    by_name = {offer.words: offer for offer in offers_at("{}", 1, SCHEMA).offers}
    assert (by_name["amount"].hint, by_name["amount"].required) == ("number", True)
    assert (by_name["note"].hint, by_name["note"].required) == ("string | null", False)


def test_a_schema_that_refers_to_itself_ends() -> None:
    looping = {"properties": {"a": {"$ref": "#/properties/b"}, "b": {"$ref": "#/properties/a"}}}
    assert [offer.words for offer in offers_at("{}", 1, looping).offers] == ["a", "b"]
