"""The watch on the loop: it says how long the window's thread was held, and in which function of the program."""

import time

from pytestqt.qtbot import QtBot

from tests.loop_watch import LIMIT, Hold, LoopWatch


def _work(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_work_in_the_window_s_thread_is_a_hold_and_waiting_is_none(qtbot: QtBot) -> None:
    with LoopWatch() as watch:
        qtbot.wait(20)
        time.sleep(0.2)
        qtbot.wait(20)
        slept = watch.ask()
        watch.again()
        _work(0.12)
        qtbot.wait(20)
        held = watch.ask()
    assert held.seconds >= 0.12
    assert [hold.seconds for hold in watch.holds] == [held.seconds]
    assert slept.seconds < held.seconds
    assert held.seen  # somebody looked meanwhile


def test_a_hold_names_the_functions_in_which_most_of_it_was_spent() -> None:
    stacks = (("b.py inner", "a.py outer"), ("b.py inner", "a.py outer"), ("c.py other", "a.py outer"))
    assert Hold(LIMIT, LIMIT, stacks).places(0.5) == ["100% a.py outer", " 67% b.py inner"]
