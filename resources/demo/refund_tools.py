"""Six tools of a small online shop, made up for the demo. Nothing here reaches anything outside this file.

This is all that a tools file needs: functions with type hints. The docstring tells the model what a tool does and what its
arguments mean; `sensitive = True` makes Toolcall Studio ask before the tool runs. Edit a copy and load it to try things.
"""

from __future__ import annotations

from typing import Any, Literal

ORDERS: dict[str, dict[str, Any]] = {
    "48213": {
        "order_id": "48213",
        "customer_id": "C-1907",
        "status": "delivered",
        "total": 129.90,
        "currency": "EUR",
        "items": [
            {"name": "Porcelain cup, blue rim", "price": 89.90},
            {"name": "Tea tin, 250 g", "price": 25.00},
            {"name": "Bamboo scoop", "price": 15.00},
        ],
        "note": "Customer's note: 收到时杯子已经碎了，包装完好。",
    },
    "48377": {
        "order_id": "48377",
        "customer_id": "C-2044",
        "status": "on its way",
        "total": 42.00,
        "currency": "USD",
        "items": [{"name": "Cast-iron trivet", "price": 42.00}],
        "note": "",
    },
}

CUSTOMERS: dict[str, dict[str, Any]] = {
    "C-1907": {"customer_id": "C-1907", "name": "陈晓梅", "tier": "gold", "language": "zh", "refunds_this_year": 0},
    "C-2044": {
        "customer_id": "C-2044",
        "name": "Ida Berg",
        "tier": "standard",
        "language": "en",
        "refunds_this_year": 1,
    },
}

POLICY = {
    "damaged": "Damaged goods: refund the damaged item, not the shipping, within 30 days of delivery. No return needed.",
    "return": "Returns: unused goods may be sent back within 14 days; the refund follows when they have arrived.",
    "late": "Late delivery: after 10 working days the shipping costs are refunded on request.",
}


def get_order(order_id: str) -> dict[str, Any]:
    """Look up an order: its status, items, total, and the customer's note.

    Args:
        order_id: The number of the order, five digits.
    """
    if order_id not in ORDERS:
        raise LookupError(f"there is no order {order_id}")
    return ORDERS[order_id]


def search_policy(query: str) -> dict[str, Any]:
    """Search the shop's refund policy.

    Args:
        query: A few words, such as "damaged item" or "late delivery".
    """
    words = query.casefold()
    found = [
        text for key, text in POLICY.items() if key in words or any(word in text.casefold() for word in words.split())
    ]
    return {"query": query, "passages": found}


def get_customer(customer_id: str) -> dict[str, Any]:
    """Look up a customer: name, tier, language, and refunds so far this year.

    Args:
        customer_id: The customer's number as it stands in an order, such as "C-1907".
    """
    if customer_id not in CUSTOMERS:
        raise LookupError(f"there is no customer {customer_id}")
    return CUSTOMERS[customer_id]


def issue_refund(
    order_id: str,
    amount: float,
    currency: Literal["EUR", "USD", "CNY"],
    reason: str,
    notify: bool = True,
) -> dict[str, Any]:
    """Pay money back to the customer of an order. It cannot be taken back.

    Args:
        order_id: The number of the order.
        amount: How much to pay back; more than 0 and at most the order's total.
        currency: The currency the order was paid in.
        reason: Why, in one sentence; the customer reads it.
        notify: Whether to tell the customer by mail.
    """
    order = get_order(order_id)
    if amount <= 0:
        raise ValueError("amount must be positive")
    if amount > order["total"]:
        raise ValueError(f"amount must not be more than the order's total of {order['total']:.2f}")
    if currency != order["currency"]:
        raise ValueError(f"the order was paid in {order['currency']}")
    return {
        "refund_id": f"R-{order_id}-1",
        "amount": amount,
        "currency": currency,
        "reason": reason,
        "notified": notify,
    }


issue_refund.sensitive = True  # type: ignore[attr-defined]


def notify_customer(channel: Literal["email", "sms"], template: str) -> dict[str, Any]:
    """Send the customer a prepared message. (In this demo nothing is sent.)

    Args:
        channel: How to send it.
        template: The name of the message, such as "refund_ok" or "refund_denied".
    """
    return {"sent": True, "channel": channel, "template": template}


def open_ticket(summary: str, priority: int = 3) -> dict[str, Any]:
    """Open a ticket for a colleague to look at.

    Args:
        summary: What it is about, in one line.
        priority: From 1 (at once) to 5 (some day).
    """
    if not 1 <= priority <= 5:
        raise ValueError("priority must be from 1 to 5")
    print(f"ticket: {summary} (priority {priority})")
    return {"ticket_id": "T-3051", "summary": summary, "priority": priority}
