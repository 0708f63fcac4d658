"""How results are said to a model that prints its calls: as texts of a user message, and how such a message is read again.

Above: `prompted_write`, `prompted_read`, `rules`. Below: `result_records`, `result_lines`. A message is only read as results when writing
them again gives the same parts: what a person typed stays what they typed.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from studio.dialects.printed import result_lines, result_records
from studio.messages.parts import Image, Part, Result, Text

_LINES = "react"


def write_results(form: str, results: Sequence[Result]) -> tuple[Part, ...]:
    """One text that says all results of a round in the form, in the order of the calls, and their pictures behind it. Several are
    numbered; each names its tool, fails visibly and tells how many pictures are its own."""
    text = result_lines.write(results) if form == _LINES else result_records.write(form, results)
    return (Text(text), *(image for result in results for image in result.media))


def read_results(form: str, parts: Sequence[Part]) -> tuple[Result, ...] | None:
    """The results that `parts` say, without ids; None when they are something else."""
    if not parts or not isinstance(parts[0], Text):
        return None
    text = parts[0].text
    found = result_lines.read(text) if form == _LINES else result_records.read(form, text)
    made: list[Result] = []
    images = iter(parts[1:])
    for result, count in found or ():
        media = [image for _, image in zip(range(count), images, strict=False) if isinstance(image, Image)]
        made.append(replace(result, media=tuple(media)) if media else result)
    return tuple(made) if made and write_results(form, made) == tuple(parts) else None
