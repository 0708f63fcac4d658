"""English sentences that know their template, so that a front of another language can say them in its own words.

Above: every room. Below: nothing. Knows no language but English and no Qt; `packaging/translations.py` finds the templates: those
marked by `QT_TRANSLATE_NOOP`, and those written out in a call of `said`.
"""

from collections.abc import Callable


class Sentence(str):
    """An English sentence that knows its template and what stands in its named places.

    A place may hold a sentence again (`a number` in `must be {kinds}`). Everywhere else it is the plain text: what is logged, kept,
    printed and told to a model is English.
    """

    __slots__ = ("places", "template")
    template: str
    places: dict[str, str]


def said(template: str, /, **places: object) -> Sentence:
    """The template with its places filled."""
    filled = {name: value if isinstance(value, str) else str(value) for name, value in places.items()}
    made = Sentence(template.format(**filled))
    made.template, made.places = template, filled
    return made


def joined(first: str, second: str) -> str:
    """Two sentences, one behind the other; each keeps its template."""
    return said("{first} {second}", first=first, second=second) if first and second else first or second


def ended(sentence: Sentence) -> str:
    """A sentence with a full stop, where what stands in it has brought none."""
    return sentence if sentence.endswith(".") else said("{sentence}.", sentence=sentence)


def through(sentence: str, change: Callable[[str], str]) -> str:
    """A sentence with what stands in its places changed (secrets blanked); the template stays."""
    if not isinstance(sentence, Sentence):
        return change(sentence)
    return said(sentence.template, **{name: through(value, change) for name, value in sentence.places.items()})


def plain(value: object) -> str:
    """A sentence as the text it is, for encoders that take no kind of `str` but `str` itself. Raises TypeError for anything else."""
    if isinstance(value, Sentence):
        return str(value)
    raise TypeError(f"{type(value).__name__} is no value of a file")


def _mark(_context: str, text: str) -> str:
    return text


QT_TRANSLATE_NOOP = _mark
"""The name by which Qt's lupdate finds the texts; the texts stay as they are."""
