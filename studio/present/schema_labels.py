"""The English templates of what shaping a tool's schema changed or could not send. A part of `labels.TEMPLATES`.

Above: `labels`, `schema_words`. Below: `marked`. The same rules: one line a phrase, under the context `labels`, with named places.
"""

from studio.present.marked import QT_TRANSLATE_NOOP, Template

SCHEMA_TEMPLATES: dict[str, Template] = {
    # What was changed in a schema for its provider.
    "schema.change.type_added": QT_TRANSLATE_NOOP("labels", "A type is named where none was: {detail}."),
    "schema.change.type_narrowed": QT_TRANSLATE_NOOP("labels", "Only the type {detail} is left."),
    "schema.change.properties_added": QT_TRANSLATE_NOOP(
        "labels", "An empty list of properties is added: none were declared."
    ),
    "schema.change.items_added": QT_TRANSLATE_NOOP("labels", "The list says what it holds: it did not."),
    "schema.change.composition_moved": QT_TRANSLATE_NOOP(
        "labels", "{detail} at the top is told in the description: no provider takes it there."
    ),
    "schema.change.ref_hoisted": QT_TRANSLATE_NOOP(
        "labels", "The definition {detail} stands at the top now, where its reference looks for it."
    ),
    "schema.change.ref_made_local": QT_TRANSLATE_NOOP(
        "labels", "The reference {detail} is made one inside the schema."
    ),
    "schema.change.ref_inlined": QT_TRANSLATE_NOOP("labels", "A reference is written out."),
    "schema.change.ref_wrapped": QT_TRANSLATE_NOOP(
        "labels", "A reference stands alone now, its description beside it."
    ),
    "schema.change.recursion_cut": QT_TRANSLATE_NOOP(
        "labels", "{detail} would repeat itself here: it ends as anything."
    ),
    "schema.change.draft_keyword_converted": QT_TRANSLATE_NOOP(
        "labels", "{detail} of an older draft is said in the present one."
    ),
    "schema.change.mended": QT_TRANSLATE_NOOP("labels", "{detail} was no JSON Schema and is set right."),
    "schema.change.made_required": QT_TRANSLATE_NOOP(
        "labels", "It is required now, and may be null instead of being left out."
    ),
    "schema.change.closed": QT_TRANSLATE_NOOP("labels", "No other members are allowed."),
    "schema.change.default_dropped": QT_TRANSLATE_NOOP("labels", "Its default is left out: strict mode takes none."),
    "schema.change.keyword_dropped": QT_TRANSLATE_NOOP(
        "labels", "{detail} is left out here; a call is still checked by it."
    ),
    "schema.change.one_of_as_any_of": QT_TRANSLATE_NOOP("labels", "oneOf is said as anyOf."),
    "schema.change.all_of_merged": QT_TRANSLATE_NOOP("labels", "allOf is told in one."),
    "schema.change.types_as_any_of": QT_TRANSLATE_NOOP("labels", "Several types are said as anyOf: {detail}."),
    "schema.change.nullable_converted": QT_TRANSLATE_NOOP("labels", "Null is said by the flag nullable."),
    "schema.change.const_as_enum": QT_TRANSLATE_NOOP("labels", "const is said as an enum of one value."),
    "schema.change.enum_as_text": QT_TRANSLATE_NOOP("labels", "The values are listed as texts: only texts may be."),
    "schema.change.enum_value_dropped": QT_TRANSLATE_NOOP(
        "labels", "The value {detail} is left out of the list: it may not be empty."
    ),
    "schema.change.tuple_as_list": QT_TRANSLATE_NOOP("labels", "The places of the tuple are said as one kind of item."),
    "schema.change.bound_converted": QT_TRANSLATE_NOOP("labels", "{detail} is said as an inclusive bound."),
    "schema.change.any_of_alone": QT_TRANSLATE_NOOP("labels", "What stood beside anyOf is moved into it or left out."),
    "schema.change.required_dropped": QT_TRANSLATE_NOOP(
        "labels", "{detail} is not required any more: there is no such property."
    ),
    "schema.change.other": QT_TRANSLATE_NOOP("labels", "Said otherwise: {code} {detail}"),
    # Why it cannot be sent.
    "schema.problem.unresolved_ref": QT_TRANSLATE_NOOP("labels", "A reference leads nowhere: {detail}."),
    "schema.problem.not_strict_compatible": QT_TRANSLATE_NOOP("labels", "Strict mode does not take it: {detail}."),
    "schema.problem.composition_at_top": QT_TRANSLATE_NOOP(
        "labels", "The alternatives at the top do not come to one object: {detail}."
    ),
    "schema.problem.old_draft": QT_TRANSLATE_NOOP(
        "labels", "{detail} is of an old draft and has no place in the present one."
    ),
    "schema.problem.not_a_schema": QT_TRANSLATE_NOOP("labels", "Here is no JSON Schema."),
    "schema.problem.not_an_object": QT_TRANSLATE_NOOP("labels", "The parameters have to be an object, not: {detail}."),
    "schema.problem.unknown_type": QT_TRANSLATE_NOOP("labels", "There is no type {detail}."),
    "schema.problem.bad_property_name": QT_TRANSLATE_NOOP(
        "labels", "The provider refuses the name {detail}: it wants letters, digits, _, . and -, at most 64."
    ),
    "schema.problem.too_deep": QT_TRANSLATE_NOOP("labels", "It is nested too deep."),
    "schema.problem.too_large": QT_TRANSLATE_NOOP("labels", "It is too large."),
    "schema.problem.not_json": QT_TRANSLATE_NOOP("labels", "It holds a value that JSON does not have."),
    "schema.problem.other": QT_TRANSLATE_NOOP("labels", "It cannot be sent: {code} {detail}"),
}
