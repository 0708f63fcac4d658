"""What is wrong with an executor as it is written is said before anything runs."""

import pytest

from studio.session.executors import CommandLine, Executor, HttpEndpoint
from studio.tools.executor_problem import executor_problem, variables_of


@pytest.mark.parametrize(
    "executor",
    [
        HttpEndpoint("https://h"),
        HttpEndpoint("https://h/orders/{id}?key=${KEY}&tag={tag}", "get", (("Authorization", "Bearer ${KEY}"),)),
        HttpEndpoint("${BASE}/orders/{id}"),
        HttpEndpoint("https://{region}.example.org:{port}/"),
        HttpEndpoint("http://{host}:8080/x"),
        HttpEndpoint("https://${HOST}/x?token={token}"),
        HttpEndpoint("https://me:${KEY}@h/"),
        CommandLine(("git", "log", "--", "{path}")),
        CommandLine(("/bin/echo",), "/tmp", {"API_KEY": "${KEY}", "MODE": "fast"}),
        CommandLine(("./run.sh",), "/srv/tools"),
    ],
)
def test_an_executor_that_is_right_has_no_problem(executor: Executor) -> None:
    assert executor_problem(executor) == ""


@pytest.mark.parametrize(
    ("executor", "told"),
    [
        (HttpEndpoint("h/x"), "has to begin with http:// or https://"),
        (HttpEndpoint("https:///x"), "has to begin with"),
        (HttpEndpoint("{url}"), "has to begin with"),
        (HttpEndpoint("https://h", "GET /x"), "is no HTTP method"),
        (HttpEndpoint("https://h{path}"), "needs a / between the server"),
        (HttpEndpoint("https://{a}{b}/"), "needs a / between the server"),
        (HttpEndpoint("${BASE}{path}"), "needs a / between the server"),
        (HttpEndpoint("https://h/?api_key=sk-plain"), "holds a key or a password"),
        (HttpEndpoint("https://me:secret@h/"), "holds a key or a password"),
        (
            HttpEndpoint("https://h", headers=(("Authorization", "Bearer sk-plain"),)),
            "The value of Authorization is a secret",
        ),
        (HttpEndpoint("https://h", headers=(("X-Team-Token", "plain"),)), "The value of X-Team-Token is a secret"),
        (HttpEndpoint("https://h", headers=(("X Y", "1"),)), "is no name of a header"),
        (HttpEndpoint("https://h", most_bytes=0), "must be 1 or more"),
        (CommandLine(()), "has no program"),
        (CommandLine((" ",)), "has no program"),
        (CommandLine(("{program}",)), "The program of a command line is fixed"),
        (CommandLine(("${PROGRAM}",)), "The program of a command line is fixed"),
        (CommandLine(("run.BAT", "{x}")), "would run in a shell"),
        (CommandLine(("curl", "-H", "X: ${KEY}")), "Everybody on the machine can read"),
        (CommandLine(("ls",), "tools"), "has to be a whole path"),
        (CommandLine(("./run.sh",)), "is not a whole path"),
        (CommandLine(("ls",), env={"MY_TOKEN": "plain"}), "The value of MY_TOKEN is a secret"),
        (CommandLine(("ls",), env={"A=B": "x"}), "is no name of a variable"),
    ],
)
def test_what_cannot_be_used_says_why(executor: Executor, told: str) -> None:
    problem = executor_problem(executor)
    assert told in problem
    assert not any(secret in problem for secret in ("sk-plain", "secret@", "plain"))


def test_the_variables_are_named_once_each() -> None:
    assert variables_of(HttpEndpoint("https://${A}/${B}", headers=(("X", "${A}-${C}"),))) == ("A", "B", "C")
    assert variables_of(CommandLine(("echo", "{A}"), env={"X": "${A}"})) == ("A",)
