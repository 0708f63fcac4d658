"""What models cost and how much they read: the person's own figures first, then the lists that come with the program.

Above: `world`, both fronts. Below: `wiring`, `store/settings`, `messages/price`. The lists are large: until they are loaded nobody has to
wait for them who does not ask.
"""

from collections.abc import Mapping
from datetime import datetime
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, TypeVar

from studio import paths
from studio.messages.price import Price, Rate
from studio.messages.reply import Usage
from studio.messages.usage_parts import UsageParts, usage_parts
from studio.store.settings import OwnPrice, Settings, SettingsFile
from studio.workspace import wiring

if TYPE_CHECKING:
    from studio.session.responder_choice import ResponderChoice
    from studio.session.setup import Setup

T = TypeVar("T")


class Prices:
    """`settings` are looked at anew each time: what the person changes holds at once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._own: tuple[object, object] = (settings.prices, settings.windows)
        self.ready = False
        """Whether the lists are loaded."""
        self._version = 0

    def load(self) -> None:
        """Load the lists; takes half a second the first time, and may be called in a thread."""
        if not self.ready:
            wiring.load_prices()
            self.ready = True
            self._version += 1

    @property
    def version(self) -> int:
        """Another number when something that was unknown, or otherwise, may be known now."""
        own = (self._settings.prices, self._settings.windows)
        if own != self._own:
            self._own = own
            self._version += 1
        return self._version

    def find(self, responder: "ResponderChoice", when: datetime | None = None) -> Price | None:
        """The price of who answers, on a day (None: now); None when nobody knows it."""
        found = self.own(responder.model_name)
        return self.listed(responder.model_name, responder.base_url, when) if found is None else found

    def listed(self, model_name: str, base_url: str = "", when: datetime | None = None) -> Price | None:
        """The same by the lists alone."""
        if not model_name:
            return None
        self.load()
        return wiring.listed_price(model_name, base_url, when)

    def own(self, model_name: str) -> Price | None:
        """The price that the person gave to a model, or to a pattern of names."""
        found = _fitting(self._settings.prices, model_name)
        return _price(*found) if found is not None else None

    def cost(self, setup: "Setup", input: int, output: int) -> float | None:
        """What so many tokens cost with the setup's model, in US dollars; None when the price is not known."""
        price = self.find(setup.responder)
        return price.cost(UsageParts(input, output)) if price is not None else None

    def cost_of(self, setup: "Setup", usage: Usage) -> float | None:
        """What a reply cost by the tokens that were reported for it; None where they or the price are not known."""
        parts, price = usage_parts(usage), self.find(setup.responder)
        return price.cost(parts) if price is not None and parts is not None else None

    def window(self, responder: "ResponderChoice") -> int | None:
        """How many tokens who answers reads at most; None when nobody knows it."""
        own = self.own_window(responder.model_name)
        return self.listed_window(responder.model_name, responder.base_url) if own is None else own

    def own_window(self, model_name: str) -> int | None:
        """The same where the person said it."""
        found = _fitting(self._settings.windows, model_name)
        return found[1] if found is not None else None

    def listed_window(self, model_name: str, base_url: str = "") -> int | None:
        """The same by the lists alone."""
        if not model_name:
            return None
        self.load()
        return wiring.listed_window(model_name, base_url)


def of_person() -> Prices:
    """By the settings of the person, for a command that opens no session. Raises nothing: without settings the lists hold."""
    return Prices(SettingsFile(paths.config_folder()).values)


def _fitting(known: Mapping[str, T], model_name: str) -> tuple[str, T] | None:
    """What is known of a model: by its very name, else by the longest pattern that fits. Capitals do not matter."""
    name = model_name.lower()
    fits = [(pattern, value) for pattern, value in known.items() if name and fnmatchcase(name, pattern.strip().lower())]
    return max(fits, key=lambda each: (each[0].strip().lower() == name, len(each[0])), default=None)


def _price(pattern: str, own: OwnPrice) -> Price:
    cached = Rate(own.cached) if own.cached is not None else None
    return Price(pattern, "", Rate(own.input), Rate(own.output), cached, own=True)
