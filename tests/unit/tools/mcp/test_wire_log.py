"""The log of a connection: which answer answers what, and its bounds."""

from studio.tools.mcp.wire_log import MOST_TEXT, WireLog


class Clock:
    """Seconds that a test moves."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def test_an_answer_has_the_number_of_its_request_its_method_and_how_long_it_took() -> None:
    clock = Clock()
    log = WireLog(now=clock)
    log.begin()
    log.add("request", "?", sent=True, method="tools/call", id=1)
    clock.at += 2.5
    made = log.add("answer", "!", id=1)
    assert (made.number, made.answers, made.method, made.seconds, made.t) == (2, 1, "tools/call", 2.5, 2.5)


def test_both_sides_may_use_one_id_and_each_answer_goes_to_the_other_side() -> None:
    log = WireLog()
    log.add("request", "ours", sent=True, id=1)
    log.add("request", "theirs", id=1)
    assert log.add("answer", "to theirs", sent=True, id=1).answers == 2
    assert log.add("error", "to ours", id=1).answers == 1


def test_a_second_answer_a_wrong_id_and_no_id_answer_nothing() -> None:
    log = WireLog()
    log.add("request", "?", sent=True, id=1)
    assert [log.add("answer", "!", id=id).answers for id in (7, 1, 1)] == [None, 1, None]
    assert log.add("error", "!", id=None).answers is None


def test_an_id_as_a_text_answers_the_number_as_the_sdk_sees_it() -> None:
    log = WireLog()
    log.add("request", "?", sent=True, id=1)
    log.add("request", "?", sent=True, id="again-1")
    assert log.add("answer", "!", id="1").answers == 1
    assert log.add("answer", "!", id="again-1").answers == 2
    assert log.add("answer", "!", id="9" * 10_000).answers is None


def test_a_new_connection_answers_nothing_of_the_one_before_and_time_goes_on() -> None:
    clock = Clock()
    log = WireLog(now=clock)
    log.begin()
    log.add("request", "?", sent=True, id=1)
    clock.at += 5
    log.begin()
    made = log.add("answer", "!", id=1)
    assert (made.answers, made.t) == (None, 5.0)


def test_the_oldest_go_when_there_are_too_many_and_numbers_go_on() -> None:
    log = WireLog(most=3)
    for number in range(5):
        log.add("noise", str(number))
    assert [each.text for each in log] == ["2", "3", "4"]
    assert [each.number for each in log] == [3, 4, 5]
    assert log.dropped == 2
    assert log[-1].text == "4"
    assert [each.text for each in log[:2]] == ["2", "3"]


def test_the_oldest_go_when_they_are_too_long_together_and_the_newest_stays() -> None:
    log = WireLog(most_characters=10)
    for text in ("aaaa", "bbbb", "cccc"):
        log.add("noise", text)
    assert [each.text for each in log] == ["bbbb", "cccc"]
    log.add("noise", "d" * 50)
    assert [each.text for each in log] == ["d" * 50]
    assert log.dropped == 3


def test_a_long_text_is_cut_and_says_how_long_it_was() -> None:
    log = WireLog()
    made = log.add("noise", "x" * (MOST_TEXT + 1))
    assert (len(made.text), made.cut) == (MOST_TEXT, MOST_TEXT + 1)
    assert log.add("noise", "x", length=50_000_000).cut == 50_000_000
    assert log.add("noise", "x" * MOST_TEXT).cut == 0


def test_requests_that_nobody_answers_are_forgotten_at_last() -> None:
    log = WireLog(most=2)
    for id in range(3):
        log.add("request", "?", sent=True, id=id)
    assert [log.add("answer", "!", id=id).answers for id in range(3)] == [None, 2, 3]


def test_each_change_is_told() -> None:
    told: list[int] = []
    log = WireLog(lambda: told.append(1))
    log.add("noise", "a")
    log.add("noise", "b")
    assert len(told) == 2
