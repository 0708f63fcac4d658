"""The family of errors that are meant for a person: what happened, and what to do about it.

Every room derives its own errors from `StudioError`; this file stands on the lowest floor and knows no room.
"""


class StudioError(Exception):
    """Something that went wrong and can be said in one sentence.

    `sentence` says what happened, `help` what the person can do (empty when there is nothing to do).
    Neither may hold a secret: both are shown, logged and printed as they are. `said` and `advice` are the same as they were given,
    with their templates (`said.Sentence`) for a window of another language; the window says them by `gui/words.told_error`.
    """

    def __init__(self, sentence: str, help: str = "") -> None:
        super().__init__(sentence, help)
        self.said, self.advice = sentence, help
        self.sentence, self.help = str(sentence), str(help)

    def __str__(self) -> str:
        return f"{self.sentence} {self.help}".rstrip()
