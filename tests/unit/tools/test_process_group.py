"""Words for how a process ended, and the end of a group."""

import subprocess
import sys

from studio.tools.process_group import how_it_ended, kill_group, own_group


def test_a_signal_and_an_exit_code_are_told_apart() -> None:
    assert how_it_ended(-9) == "signal 9"
    assert how_it_ended(3) == "exit code 3"


def test_a_group_is_ended_and_one_that_is_gone_is_no_error() -> None:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], **own_group())
    kill_group(process.pid)
    assert process.wait(30) != 0
    kill_group(process.pid)
