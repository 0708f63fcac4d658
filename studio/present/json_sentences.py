"""What is wrong with a JSON text, as plain English sentences by their key, marked for translation.

Used by `json_scan` and `json_map`; the window looks each up in its catalogue under the context `json`.
"""

from studio.present.labels import QT_TRANSLATE_NOOP

SENTENCES: dict[str, str] = {
    "json.empty": QT_TRANSLATE_NOOP("json", "a value is missing: the text is empty"),
    "json.comma_missing": QT_TRANSLATE_NOOP("json", "a comma is missing here"),
    "json.comma_extra": QT_TRANSLATE_NOOP("json", "one comma too many"),
    "json.colon_missing": QT_TRANSLATE_NOOP("json", "a colon is missing after the key"),
    "json.value_missing": QT_TRANSLATE_NOOP("json", "a value is missing here"),
    "json.key_quotes": QT_TRANSLATE_NOOP("json", "a key needs double quotes"),
    "json.single_quotes": QT_TRANSLATE_NOOP("json", "text needs double quotes, not single ones"),
    "json.bare_word": QT_TRANSLATE_NOOP("json", "this word is not JSON; text needs double quotes"),
    "json.number_form": QT_TRANSLATE_NOOP("json", "this is not a number as JSON writes it"),
    "json.number_word": QT_TRANSLATE_NOOP("json", "JSON has no NaN and no Infinity"),
    "json.quote_missing": QT_TRANSLATE_NOOP(
        "json", "the closing quote is missing (a line break inside text is written \\n)"
    ),
    "json.control": QT_TRANSLATE_NOOP("json", "this control character must be written as an escape"),
    "json.escape": QT_TRANSLATE_NOOP("json", "JSON does not know this escape"),
    "json.object_open": QT_TRANSLATE_NOOP("json", "the closing } is missing"),
    "json.array_open": QT_TRANSLATE_NOOP("json", "the closing ] is missing"),
    "json.wrong_bracket": QT_TRANSLATE_NOOP("json", "this bracket closes nothing that is open here"),
    "json.sign": QT_TRANSLATE_NOOP("json", "this sign does not belong here"),
    "json.extra": QT_TRANSLATE_NOOP("json", "the value ended before; this is too much"),
    "json.duplicate_key": QT_TRANSLATE_NOOP("json", "this key stands twice; only the last one counts"),
}
