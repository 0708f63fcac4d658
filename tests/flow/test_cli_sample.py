"""`sample` as people call it, against a real server on this machine and with a script: counts, variants, budgets, Ctrl+C, JSON."""

import asyncio
import json
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from studio.cli import sample
from studio.session.setup import ResponderChoice, Setup
from tests.flow.chat_server import Answer, ChatServer, fails, hangs, says
from tests.flow.command_line import PATIENCE, ROOT, Ran, command, environment, studio
from tests.flow.shop import Shop, say

pytestmark = pytest.mark.promise("F8")
TOOL = """
def get_weather(city: str) -> str:
    "The weather."
    open("ran", "w").close()
    return "mild"
"""
OSLO = says("", ("get_weather", '{"city": "Oslo"}'))
ROME = says("", ("get_weather", '{"city": "Rome"}'))


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"TOOLCALL_STUDIO_HOME": str(tmp_path / "home")}


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A session that was answered once and is finished; for all tests, which copy it."""
    folder = tmp_path_factory.mktemp("answered")
    tools, kept = folder / "tools.py", folder / "one.tcsession"
    tools.write_text(TOOL, encoding="utf-8")
    with ChatServer(says("Where?")) as server:
        who = ("--base-url", server.url, "--model", "tiny", "--tools", tools)
        home = str(folder / "home")
        ran = studio("run", "--prompt", "What is the weather?", *who, "--save", kept, TOOLCALL_STUDIO_HOME=home)
    assert ran.code == 0, ran.err
    return kept


@pytest.fixture
def file(tmp_path: Path, answered: Path) -> Path:
    return Path(shutil.copy(answered, tmp_path))


def sampled(
    home: dict[str, str], file: Path, *answers: Answer, more: tuple[object, ...] = ()
) -> tuple[Ran, ChatServer]:
    with ChatServer(*answers) as server:
        return studio("sample", file, "--base-url", server.url, "--model-name", "tiny", *more, **home), server


def test_it_says_whom_it_asks_and_counts_what_was_chosen(home: dict[str, str], file: Path) -> None:
    ran, server = sampled(home, file, OSLO, OSLO, ROME, says("Where?"), more=("--times", "4"))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"as it is: 4 requests to tiny at {server.url}, about ")
    assert "price unknown" in ran.out
    assert "get_weather  3 (75 %)  3 (75 %)" in ran.out
    assert '"Oslo" × 2, "Rome" × 1' in ran.out
    assert {body["messages"][-1]["content"] for body in server.requests} == {"What is the weather?"}


def test_variants_and_prompts_are_asked_beside_the_request_as_it_is(
    home: dict[str, str], file: Path, tmp_path: Path
) -> None:
    probes = tmp_path / "probes.json"
    listed = [{"prompt": "Weather in Oslo?", "expects": ["get_weather"]}, {"prompt": "Thanks!", "expects": []}]
    probes.write_text(json.dumps(listed), encoding="utf-8")
    asked = (
        "--times",
        "1",
        "--probes",
        probes,
        "--system",
        "Be brief.",
        "--describe",
        "get_weather=Weather of a city.",
        "--json",
    )
    ran, server = sampled(home, file, OSLO, says("No."), OSLO, OSLO, says("Bye."), says("Bye."), more=asked)
    plan, *replies, end = ran.documents
    assert (plan["requests"], len(replies), end["exit"]) == (6, 6, 0)
    right = {arm["name"]: arm["tally"]["right"] for arm in end["report"]["arms"]}
    assert right == {"as it is": 1, "system 1": 1, "get_weather described": 2}
    assert [body["messages"][0]["content"] for body in server.requests[:3]] == [
        "Weather in Oslo?",
        "Be brief.",
        "Weather in Oslo?",
    ]
    assert server.requests[2]["tools"][0]["function"]["description"] == "Weather of a city."


def test_the_session_is_not_changed_and_without_saving_not_a_byte_of_its_file(
    home: dict[str, str], file: Path, tmp_path: Path
) -> None:
    before, shown = file.read_bytes(), studio("show", file, "--json", **home).documents
    ran, _ = sampled(home, file, OSLO, more=("--times", "1", "--no-save"))
    assert (ran.code, file.read_bytes()) == (0, before)
    ran, _ = sampled(home, file, OSLO, more=("--times", "1"))
    assert studio("show", file, "--json", **home).documents == shown
    assert b'"sample_taken"' in file.read_bytes()
    assert not (ROOT / "ran").exists()


def test_what_did_not_come_out_is_said_by_the_exit_code(home: dict[str, str], file: Path) -> None:
    ran, _ = sampled(home, file, OSLO, fails(400, "no"), more=("--times", "2"))
    assert (ran.code, ran.err.strip()) == (1, "1 of 2 requests were not replied to. The first said: no")
    ran, _ = sampled(home, file, fails(400, "no"), more=("--times", "1", "--json"))
    assert (ran.code, ran.documents[-1]["error"]["sentence"]) == (4, "No request was replied to.")
    ran, server = sampled(home, file, *[OSLO] * 9, more=("--times", "9", "--budget-tokens", "150"))
    assert ran.code == 5
    assert "tokens were used up" in ran.out
    assert "The budget (tokens) ended it" in ran.err
    assert len(server.requests) < 9


def test_what_cannot_be_asked_is_a_sentence(home: dict[str, str], file: Path, tmp_path: Path) -> None:
    odd = tmp_path / "odd.json"
    odd.write_text('[{"prompt": 3}]', encoding="utf-8")
    misspelt, utf16 = tmp_path / "misspelt.json", tmp_path / "utf16.json"
    misspelt.write_text('[{"prompt": "a", "expect": []}]', encoding="utf-8-sig")
    utf16.write_text("[]", encoding="utf-16")
    for code, words, more in (
        (2, "--profile NAME", ()),
        (2, "has no branch named x", ("--branch", "x")),
        (2, "--times: wants a whole number from 1 on, and was given '0'", ("--times", "0")),
        (2, "--budget-cost: wants a number above 0, and was given 'nan'", ("--budget-cost", "nan")),
        (
            3,
            "[0]: there is no member expect. Did you mean expects?",
            ("--base-url", "http://127.0.0.1:9", "--probes", misspelt),
        ),
        (3, "is not UTF-8", ("--base-url", "http://127.0.0.1:9", "--probes", utf16)),
        (
            3,
            "[0].prompt: this must be a text, and is a whole number.",
            ("--base-url", "http://127.0.0.1:9", "--probes", odd),
        ),
        (2, "does not go with --arms", ("--arms", odd, "--system", "x")),
    ):
        ran = studio("sample", file, *more, **home)
        assert (ran.code, words in ran.err) == (code, True), ran.err


def test_ctrl_c_keeps_and_tells_what_came(home: dict[str, str], file: Path) -> None:
    with ChatServer(OSLO, ROME, hangs("I")) as server:
        asked = command("sample", file, "--base-url", server.url, "--model-name", "tiny", "--json")
        ran = subprocess.Popen(asked, env=environment(**home), stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert ran.stdout is not None
        heard = [json.loads(ran.stdout.readline()) for _ in range(3)]
        ran.send_signal(signal.SIGINT)
        rest = [json.loads(line) for line in ran.stdout]
        assert ran.wait(PATIENCE) == 130
        ran.stdout.close()
    assert [one["entry"] for one in heard] == ["plan", "reply", "reply"]
    assert rest[-1]["report"]["why"] == "cancelled"
    assert rest[-1]["report"]["arms"][0]["tally"]["replies"] == 2
    assert b'"why":"cancelled"' in file.read_bytes()


@pytest.mark.anyio
async def test_a_scripted_session_is_sampled_without_a_network(home: dict[str, str], tmp_path: Path) -> None:
    kept = await scripted(tmp_path)
    ran = studio("sample", kept, "--times", "3", "--at-once", "3", **home)
    assert (ran.code, ran.err) == (0, "")
    assert "wipe  3 (100 %)" in ran.out


async def scripted(folder: Path) -> Path:
    """A session that a script answers."""
    shop = Shop(folder)
    workspace, kept = shop.workspace(), folder / "scripted.tcsession"
    choice = ResponderChoice("scripted", model_name="shop", script=str(shop.script))
    say(workspace.new(setup=Setup(responder=choice), path=kept), "wipe it")
    await workspace.close()
    return kept


def test_a_kept_sample_is_read_again_and_arms_are_named_alike_everywhere(
    home: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLCALL_STUDIO_HOME", home["TOOLCALL_STUDIO_HOME"])
    kept = asyncio.run(scripted(tmp_path))
    probes = tmp_path / "probes.json"
    probes.write_text('[{"expects": ["wip"]}]', encoding="utf-8")

    def run(*more: object) -> tuple[int, str, str]:
        code = sample.main([str(kept), *map(str, more)])
        out, err = capsys.readouterr()
        return code, out, err

    code, out, err = run("--times", "1", "--system", "x", "--probes", probes, "--json")
    plan, *replies, end = map(json.loads, out.splitlines())
    assert (code, err) == (0, "A prompt expects wip, and the session has no such tool.\n")
    assert [one["arm"] for one in replies] == [one["arm"] for one in plan["asks"]] == ["as it is", "system 1"]
    assert [one["arm_index"] for one in replies] == [0, 1]
    before = kept.read_bytes()
    code, out, _ = run("--kept", "--json")
    assert (code, json.loads(out)["samples"]) == (0, [end["report"]])
    code, out, _ = run("--kept", "s1")
    assert (code, "Sample s1, at step" in out, "wipe" in out, kept.read_bytes()) == (0, True, True, before)
    code, _, err = run("--kept", "s7")
    assert (code, err) == (2, "scripted.tcsession keeps no sample s7. It keeps: s1.\n")


def test_arms_without_a_profile_ask_the_address_that_is_named(home: dict[str, str], file: Path, tmp_path: Path) -> None:
    arms = tmp_path / "arms.json"
    arms.write_text('[{"name": "a"}, {"name": "b", "model_name": "other"}]', encoding="utf-8")
    with ChatServer(OSLO, OSLO) as server:
        ran = studio("sample", file, "--base-url", server.url, "--arms", arms, "--times", "1", **home)
    assert (ran.code, [body["model"] for body in server.requests]) == (0, ["tiny", "other"]), ran.err
    ran = studio("sample", file, "--arms", arms, "--times", "1", **home)
    assert (ran.code, "the session asked http://127.0.0.1:" in ran.err) == (2, True)
