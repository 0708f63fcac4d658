"""A sensitive call waits: the person rejects it and says why, in Chinese, and the model reads the reason."""

import pytest

from tests.flow.dialect_server import DialectServer
from tests.gui.journeys.conftest import Journey, asks, last_body, says
from tests.gui.journeys.outline import outline
from tests.gui.journeys.person import Person

pytestmark = pytest.mark.promise("H4")


@pytest.mark.parametrize("mouse", [False, True], ids=["keyboard", "mouse"])
def test_a_call_is_rejected_and_the_model_reads_the_reason(journey: Journey, mouse: bool) -> None:
    journey.speak("zh_CN")

    async def play(person: Person, _server: DialectServer) -> None:
        banner = person.window.centre.banner
        person.type("退款 48213")
        person.press("Ctrl+Return")
        await person.until_reads("已在 issue_refund 之前暂停 — 批准：该工具是敏感工具")
        assert [line for line in outline(banner) if line.startswith("Button")] == [
            "Button «拒绝…»",
            "Button «批准此工具的所有调用»",
            "Button «批准并单步»",
        ]
        if mouse:
            await person.take("拒绝…", inside=banner)
        else:
            await person.part(banner)
            person.press("R")
        dialog = await person.opened()
        assert outline(dialog)[:2] == ["Dialog «拒绝调用»", "StaticText «拒绝调用»"]
        assert "EditableText «理由» focus" in outline(dialog)
        person.write("金额太高，请先核实。")
        person.pictured("4_rejected")
        await person.take("拒绝") if mouse else person.press("Ctrl+Return")
        await person.closed()
        await person.until_reads("已在请求之前暂停")
        await person.step("单步")
        await person.until_reads("已结束")

    answers = [asks("", ("issue_refund", '{"order_id": "48213", "amount": 900.0}')), says("好的。")]
    body = last_body(journey.go("ollama_chat", answers, play, mouse=mouse))
    call, result = body["messages"][-2:]
    assert call["tool_calls"][0]["function"]["name"] == result["tool_name"] == "issue_refund"
    assert call["tool_calls"][0]["function"]["arguments"] == {"order_id": "48213", "amount": 900.0}
    assert result["content"].endswith("it was not run. Reason: 金额太高，请先核实。")
