"""The model calls a tool that there is not: the person takes the one that was meant, in Chinese."""

import json

import pytest

from tests.flow.dialect_server import DialectServer
from tests.gui.journeys.conftest import Journey, asks, last_body, says
from tests.gui.journeys.outline import outline
from tests.gui.journeys.person import Person

pytestmark = pytest.mark.promise("H4")


@pytest.mark.parametrize("mouse", [False, True], ids=["keyboard", "mouse"])
def test_a_name_that_no_tool_has_is_replaced_and_its_result_is_sent(journey: Journey, mouse: bool) -> None:
    journey.speak("zh_CN")

    async def play(person: Person, _server: DialectServer) -> None:
        person.type("订单 48213 多少钱？")
        person.press("Ctrl+Return")
        await person.until_reads("已在 get_orders 之前暂停 — 没有这个名称的工具")
        person.pictured("2_wrong_tool")
        assert outline(person.window.centre.banner) == [
            "StaticText «已在 get_orders 之前暂停 — 没有这个名称的工具»",
            "Button «输入结果…»",
            "Button «告知模型»",
            "Button «改名为 get_order»",
        ]
        await person.take("改名为 get_order")
        await person.until_reads("已在 get_order 之前暂停 — 单步")
        assert "ComboBox «get_order»" in outline(person.card())
        await person.step("单步")
        await person.until_reads("已在请求之前暂停")
        await person.step("单步")
        await person.until_reads("已结束")

    answers = [asks("", ("get_orders", '{"order_id": "48213"}')), says("129.90 欧元。")]
    body = last_body(journey.go("openai_responses", answers, play, mouse=mouse))
    asked, call, result = body["input"]
    assert "订单 48213 多少钱？" in json.dumps(asked, ensure_ascii=False)
    assert (call["type"], call["name"], call["call_id"]) == ("function_call", "get_order", "call_1")
    assert json.loads(call["arguments"]) == {"order_id": "48213"}
    assert (result["type"], result["call_id"]) == ("function_call_output", "call_1")
    assert json.loads(result["output"]) == {"order_id": "48213", "total": 129.9, "currency": "EUR"}
