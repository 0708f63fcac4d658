"""What became of what a person expected of a branch.

Above: `engine/expecting`, `present/branch_tree`, both fronts. Below: nothing. Looked at where the branch stands now; never written.
"""

import msgspec


class Met(msgspec.Struct, frozen=True, tag="met"):
    """It holds."""


class NotMet(msgspec.Struct, frozen=True, tag="not_met"):
    """It does not hold; `so_far`: the branch is not at its end."""

    so_far: bool = False


class Unknown(msgspec.Struct, frozen=True, tag="unknown"):
    """It cannot be said: `why` is a sentence, empty where nothing has happened on the branch yet."""

    why: str = ""


Expectation = Met | NotMet | Unknown
