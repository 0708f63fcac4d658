"""The steps that were looked at are found again, one after another."""

from studio.gui.visits import Visits


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def _walked(*places: int | None, clock: Clock) -> Visits:
    visits = Visits(clock)
    for place in places:
        clock.now += 5
        visits.visit(place)
    return visits


def test_back_and_forward_go_through_the_places_in_their_order() -> None:
    visits = _walked(4, 9, None, clock=Clock())
    assert [visits.go(-1), visits.go(-1), visits.go(-1)] == [9, 4, None]
    assert not visits.ahead(-1)
    assert [visits.go(1), visits.go(1)] == [4, 9]


def test_a_new_place_forgets_what_lay_ahead() -> None:
    clock = Clock()
    visits = _walked(4, 9, clock=clock)
    visits.go(-1)
    visits.visit(7)
    assert not visits.ahead(1)
    assert visits.go(-1) == 4


def test_places_passed_by_quickly_are_no_places_to_come_back_to() -> None:
    clock = Clock()
    visits = _walked(4, clock=clock)
    for place in (5, 6, 7, 8):
        clock.now += 0.1
        visits.visit(place)
    assert visits.go(-1) is None
    assert visits.go(1) == 8


def test_going_back_to_where_one_is_adds_nothing() -> None:
    clock = Clock()
    visits = _walked(4, clock=clock)
    clock.now += 0.1
    visits.visit(5)
    clock.now += 0.1
    visits.visit(None)
    assert not visits.ahead(-1)


def test_the_places_of_another_session_are_forgotten() -> None:
    visits = _walked(4, 9, clock=Clock())
    visits.clear()
    assert not visits.ahead(-1)
    assert not visits.ahead(1)


def test_not_more_than_a_hundred_places_are_kept() -> None:
    visits = _walked(*range(1, 500), clock=Clock())
    count = 0
    while visits.ahead(-1):
        visits.go(-1)
        count += 1
    assert count == 99
