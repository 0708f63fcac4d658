"""Writes a file of functions with varied signatures, for `tools.py`: plain, Annotated, models, enums, and long docstrings by turns."""

HEAD = '''"""Tools of a shop."""
from __future__ import annotations

import datetime
import enum
from typing import Annotated, Literal, Optional

from pydantic import BaseModel, Field
'''
PLAIN = '''
def refund_{n}(order_id: int, amount: float, reason: str = "", notify: bool = True) -> str:
    """Pay an order back.

    Args:
        order_id: The order's number.
        amount: What is paid back, in the order's currency.
        reason: Why, for the customer to read.
        notify: Tell the customer by mail.
    """
    return f"{{order_id}} {{amount}} {{reason}} {{notify}}"
'''
ANNOTATED = '''
def search_{n}(
    query: Annotated[str, Field(description="What is looked for.", min_length=1)],
    limit: Annotated[int, Field(description="How many are given.", ge=1, le=100)] = 10,
    tags: Annotated[Optional[list[str]], Field(description="Only those with one of these.")] = None,
) -> list[str]:
    """Search the catalogue."""
    return [query] * limit
'''
MODEL = '''
class Address{n}(BaseModel):
    """Where something goes."""

    street: str = Field(description="Street and number.")
    zip: str = Field(pattern="^[0-9]{{5}}$")
    country: Literal["DE", "FR", "CN"] = "DE"


class Line{n}(BaseModel):
    sku: str
    count: int = Field(default=1, ge=1)
    price: float


def ship_{n}(lines: list[Line{n}], to: Address{n}, billed_to: Address{n} | None = None) -> dict[str, str]:
    """Ship what was bought.

    Args:
        lines: What is shipped.
        to: Where it goes.
        billed_to: Who pays, if not the one who gets it.
    """
    return {{"to": to.street}}
'''
ENUM = '''
class Unit{n}(enum.Enum):
    CELSIUS = "celsius"
    FAHRENHEIT = "fahrenheit"


def weather_{n}(city: str, unit: Unit{n} = Unit{n}.CELSIUS, days: Literal[1, 3, 7] = 3, extra: dict[str, float] | None = None) -> str:
    """The weather of the next days.

    Args:
        city: The city's name.
        unit: In which unit.
        days: For how many days.
        extra: Weights of the sources.
    """
    return city
'''
LONG = '''
async def report_{n}(
    since: datetime.date,
    until: Optional[datetime.datetime] = None,
    customers: list[int] = [],
    grouping: tuple[str, int] = ("week", 1),
    *,
    limit: int | None = None,
) -> str:
    """Write the report of a time.

    It sums up what was ordered, paid and sent back, by customer and by day, and says where
    the two differ by more than a tenth. The report is a text with one line a day.

    Args:
        since: The first day.
        until: The last moment; now where it is left out.
        customers: Only these, by their numbers; all where the list is empty.
        grouping: The step and how many of it stand in one line,
            such as two weeks.
        limit: No more lines than this.

    Returns:
        The report.
    """
    return str(since)
'''
KINDS = {"plain": PLAIN, "Annotated": ANNOTATED, "models": MODEL, "enums": ENUM, "docstrings": LONG}


def source(count: int) -> str:
    """A file of `count` functions, the kinds by turns."""
    kinds = list(KINDS.values())
    return HEAD + "\n".join(kinds[n % len(kinds)].format(n=n) for n in range(count))


def kind_of(name: str) -> str:
    """Of which kind the function of that name is."""
    return list(KINDS)[int(name.rpartition("_")[2]) % len(KINDS)]
