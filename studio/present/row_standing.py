"""A row where it stands now: its lane, the head's arrow and word, what runs, what is uncertain, where it will stop.

Above: `rows`. Below: `row`. Pure; the row as read from the events comes in, the row as drawn goes out.
"""

from msgspec.structs import replace

from studio.present.row import Badge, Lane, Row, Standing, StopSign
from studio.present.row_stops import place_of_row, sign_at
from studio.present.words import Words
from studio.session.nodes import Place

RUNNING = Badge(Words("badge.running"), "accent")
MAY_HAVE_RUN = Badge(Words("badge.may_have_run"), "warn")
MAY_BE_UNDONE = Badge(Words("badge.may_be_undone"), "warn")
MAY_HAVE_GONE = Badge(Words("badge.may_have_been_sent"), "warn")


def placed(
    row: Row,
    standing: Standing,
    *,
    last: bool = False,
    through: tuple[bool, ...] = (),
    shared: bool = False,
    head: bool = False,
    parent_only: bool = False,
) -> Row:
    """The row as it is drawn. `last`: of its round, or of its agent; `through` as in `Row`; `shared`: with the parent branch;
    `parent_only`: kept for a hit below it."""
    running = _running(row, standing)
    uncertain = row.uncertain and not running
    badges = row.badges
    if running:
        badges = (RUNNING, *badges)
    if uncertain:
        badges = (_MAYBE.get(row.kind, MAY_HAVE_GONE), *badges)
    if head and standing.paused is not None:
        badges = (standing.paused, *badges)
    loop = standing.loops.get(row.call) if row.call is not None and row.kind == "call" else None
    if loop is not None:
        badges, row = (*badges, loop[0]), replace(row, notes=(*row.notes, loop[1]))
    lane: Lane = "none" if row.level == 0 or row.is_next else "last" if last else "middle"
    problems = standing.problems.get(row.call, 0) if row.call is not None and row.kind == "call" else 0
    return replace(
        row,
        lane=lane,
        through=through,
        shared=shared,
        is_head=head,
        parent_only=parent_only,
        running=running,
        uncertain=uncertain,
        badges=badges,
        problems=problems,
        stop=_stop(row, standing),
    )


_MAYBE = {"call": MAY_HAVE_RUN, "undone": MAY_BE_UNDONE}


def _running(row: Row, standing: Standing) -> bool:
    """A call that has its result does not run: then it is being undone."""
    if row.kind in ("call", "undone"):
        return row.call in standing.running and (row.waiting or row.uncertain)
    return row.kind == "request" and row.uncertain and standing.asking


def _stop(row: Row, standing: Standing) -> StopSign:
    """The sign of the breakpoints at the row's place; the stop places of the setup only where something is still to come."""
    asks: tuple[Place, str] = ("before_request", "")
    place = asks if row.kind == "next" and standing.asks else place_of_row(row)
    if place is not None and standing.points:
        sign = sign_at(standing.points, *place)
        if sign:
            return sign
    coming = row.waiting and row.kind == "call"
    wanted = "call" if coming else "request" if row.kind == "next" else ""
    return "stop" if wanted in standing.stops else ""
