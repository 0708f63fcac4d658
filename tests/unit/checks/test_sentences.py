"""Short sentences for failed keywords."""

from studio.checks.sentences import must_be, sentence_for


def test_a_number_is_asked_for_in_words() -> None:
    assert sentence_for("type", "number", "") == ("schema.type", "must be a number")
    assert must_be(["string", "null"]) == "must be text or null"


def test_allowed_values_are_listed_up_to_twelve() -> None:
    assert sentence_for("enum", ["EUR", "USD", "CNY"], "")[1] == "must be one of EUR, USD, CNY"
    assert sentence_for("enum", list(range(40)), "")[1].endswith("… (40 values)")


def test_one_thing_is_singular() -> None:
    assert sentence_for("minItems", 1, "")[1] == "must have at least 1 item"
    assert sentence_for("maxLength", 2, "")[1] == "must have at most 2 characters"


def test_an_unknown_keyword_keeps_its_message_cut_visibly() -> None:
    rule, words = sentence_for("dependentRequired", {}, "x" * 500)
    assert rule == "schema.dependentRequired"
    assert len(words) == 200
    assert words.endswith("…")
