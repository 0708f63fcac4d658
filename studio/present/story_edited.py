"""What the story says of a call that the person changed: what the model wrote, and what it reads where that is not the change.

Above: `story_text`, `story_markdown`, the window's summary. Below: `story_values`, `words`. Pure.
"""

from collections.abc import Callable

from studio.present.story_values import Action
from studio.present.words import Words, words

Say = Callable[[Words], str]


def edited_text(action: Action, say: Say) -> str:
    """In one line; empty where nobody changed the call."""
    if not action.asked:
        return ""
    wrote = say(words("story.was", call=action.asked))
    return wrote if action.truth == "rewrite" else f"{wrote}; {say(Words(f'truth.{action.truth}'))}"
