"""The estimate beside what two public tokenizers count, cl100k_base and o200k_base; and how it is calibrated."""

import pytest

from studio.messages.tokens import calibrated, text_tokens

COUNTED = [
    ("The order has been shipped and will arrive soon. Please refund the damaged cup within 30 days.", 20, 20),
    (
        '{"order_id":"48213","status":"delivered","total":129.9,"currency":"EUR","items":[{"sku":"C-913","count":2}]}',
        35,
        36,
    ),
    (
        (
            'def refund(order: int, reason: str = "") -> str:\n    """Pay an order back."""\n'
            '    return f"Order {order} was paid back."\n'
        ),
        33,
        33,
    ),
    ("Die Bestellung 48213 kam mit einer zerbrochenen Tasse an. Bitte erstatten Sie den beschädigten Artikel.", 28, 26),
    ("订单 48213 到货时杯子碎了，请帮我退款。", 21, 16),
    ("Заказ номер 48213 пришёл с разбитой чашкой. Пожалуйста, верните деньги.", 36, 23),
]


@pytest.mark.parametrize(("text", "one", "other"), COUNTED)
def test_an_estimate_lies_between_two_tokenizers_or_within_a_sixth(text: str, one: int, other: int) -> None:
    assert min(one, other) / 1.17 <= text_tokens(text) <= max(one, other) * 1.17


def test_no_text_costs_nothing_and_any_text_something() -> None:
    assert (text_tokens(""), text_tokens("a"), text_tokens("\ud800")) == (0, 1, 1)


def test_an_estimate_is_scaled_by_what_was_reported_within_bounds() -> None:
    assert [calibrated(100, told) for told in (130, 1, 9000, None, 0)] == [1.3, 0.25, 4.0, 1.0, 1.0]
    assert calibrated(0, 50) == 1.0
