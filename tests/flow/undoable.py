"""Tools that undo one another, for tests of compensation: orders are booked and cancelled, and one tool raises.

Above: `test_compensation`, the maker of the kept session. Below: `canned`. `booked` is what stands in the world.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from studio.messages.toolspec import ToolSpec
from tests.flow.canned import Tools

ONE_TEXT: dict[str, Any] = {"type": "object", "properties": {"what": {"type": "string"}}, "required": ["what"]}


class Bookings(Tools):
    """`book` is undone by `cancel` with the same arguments, `pay` by `pay_back` with the record; `fly` always raises."""

    def __init__(self, **more: Callable[..., Any]) -> None:
        self.booked: list[str] = []
        self.paid: list[str] = []
        own: dict[str, Callable[..., Any]] = {
            "book": self._book,
            "cancel": self._cancel,
            "pay": self._pay,
            "pay_back": self._pay_back,
            "fly": _fly,
        }
        super().__init__(**own, **more)

    def specs(self) -> tuple[ToolSpec, ...]:
        """The declarations, with who undoes whom."""
        undoing = {"cancel": ("book", "arguments"), "pay_back": ("pay", "record")}
        made = [replace(spec, parameters=ONE_TEXT) for spec in super().specs()]
        return tuple(
            replace(spec, compensates=undoing[spec.name][0], undo_with=undoing[spec.name][1])
            if spec.name in undoing
            else spec
            for spec in made
        )

    def _book(self, what: str) -> str:
        self.booked.append(what)
        return f"booked {what}"

    def _cancel(self, what: str) -> str:
        if what not in self.booked:
            raise ValueError(f"{what} is not booked")
        self.booked.remove(what)
        return f"cancelled {what}"

    def _pay(self, what: str) -> str:
        self.paid.append(what)
        return f"paid {what}"

    def _pay_back(self, what: dict[str, Any]) -> str:
        self.paid.remove(what["arguments"]["what"])
        return f"paid back {what['call_id']}"


def _fly(what: str) -> str:
    raise ValueError(f"no wings for {what}")
