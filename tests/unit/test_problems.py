"""What a person reads when something went wrong."""

import pickle

import pytest

from studio.problems import StudioError


class LostError(StudioError):
    """A room's own error."""


def test_the_text_joins_what_happened_and_what_to_do() -> None:
    error = StudioError("The file is gone.", "Open another one.")
    assert str(error) == "The file is gone. Open another one."
    assert (error.sentence, error.help) == ("The file is gone.", "Open another one.")


def test_without_help_the_text_is_the_sentence_alone() -> None:
    assert str(StudioError("The file is gone.")) == "The file is gone."


def test_an_error_survives_the_way_between_processes() -> None:
    error = pickle.loads(pickle.dumps(StudioError("It broke.", "Try again.")))
    assert (error.sentence, error.help) == ("It broke.", "Try again.")


def test_an_error_of_a_room_is_caught_as_the_family() -> None:
    with pytest.raises(StudioError, match="lost"):
        raise LostError("It is lost.")
