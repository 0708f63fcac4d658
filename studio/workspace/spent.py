"""An open session and what it has spent: tokens, money and time on the way to its head.

Above: `opened`. Below: `edited`, `prices`, `present/spending`. Reads only. The status line, the Cost dock and `show --cost` count by it.
"""

from datetime import datetime
from functools import partial

from studio.messages.price import Price
from studio.present.spending import Spending
from studio.present.spending_values import Who
from studio.session.nodes import NodeId
from studio.session.tree import Tree
from studio.workspace.edited import EditedSession
from studio.workspace.prices import Prices


class SpendingSession(EditedSession):
    """What was spent."""

    _spending: tuple[int, Spending] | None = None
    _lacks = False

    @property
    def spending(self) -> Spending:
        """What was spent on the way to the head. Made anew when prices are others; else it costs only what is new."""
        prices = self._wired.world.prices
        if self._spending is None or self._spending[0] != prices.version:
            self._lacks = False
            self._spending = (prices.version, Spending(self.tree, self._price_now, self.begun))
        return self._spending[1].follow(self.head)

    @property
    def prices_version(self) -> int:
        """Another number when a price or a window may be known otherwise."""
        return self._wired.world.prices.version

    @property
    def lacks_prices(self) -> bool:
        """Whether something is not known only because the lists of prices and windows are not loaded yet."""
        return self._lacks and not self._wired.world.prices.ready

    def note_lack(self) -> None:
        """Something is not known only because of that."""
        self._lacks = True

    def load_prices(self) -> None:
        """Load them; for a thread."""
        self._wired.world.prices.load()

    def _price_now(self, who: Who, when: datetime | None) -> Price | None:
        """What is known without waiting for the lists."""
        prices = self._wired.world.prices
        own = prices.own(who.model)
        if own is None and not prices.ready:
            self.note_lack()
            return None
        return price_of(prices, who, when)


def price_of(prices: Prices, who: Who, when: datetime | None) -> Price | None:
    """The price of who answered on a day: the person's own, else that of the lists."""
    return prices.own(who.model) or prices.listed(who.model, who.base_url, when)


def spending_of(tree: Tree, node: NodeId, prices: Prices, begun: float) -> Spending:
    """What was spent on the way to a node of a file that is not open."""
    return Spending(tree, partial(price_of, prices), begun).follow(node)
