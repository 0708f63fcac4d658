"""Changes of a call's values written into its argument text, all else as it was spelled.

Above: `workspace/edited`. Below: `json_edit`, `checks/change`. Knows no schema.
"""

import json
from collections.abc import Sequence

from studio.checks.change import Change, applied
from studio.messages.arguments import read_arguments
from studio.present.json_edit import remove_member
from studio.present.json_scan import scan


def with_changes(text: str, changes: Sequence[Change]) -> str:
    """The argument text with the changes made. A text that is no JSON object comes back as it is."""
    read = read_arguments(text)
    if read.value is None:
        return text
    if read.warning is not None:
        # A member that stands twice leaves no single place to change.
        return json.dumps(applied(read.value, changes), ensure_ascii=False)
    text = _replaced(text, [change for change in changes if change.new])
    for change in changes:
        if not change.new:
            text = remove_member(text, change.pointer)
    return text


def _replaced(text: str, changes: Sequence[Change]) -> str:
    map_ = scan(text)
    spans = [(span, change.new) for change in changes if (span := map_.span(change.pointer)) is not None]
    for (start, end), new in sorted(spans, reverse=True):
        text = text[:start] + new + text[end:]
    return text
