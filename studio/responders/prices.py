"""What a model costs and how much it reads, by the lists that genai-prices carries: no network, None where they do not know the model.

Above: `workspace/wiring`. Below: genai-prices, which only this module imports.
"""

from datetime import datetime
from decimal import Decimal

from genai_prices.data_snapshot import get_snapshot
from genai_prices.types import ModelInfo, ModelPrice, Provider, TieredPrices

from studio.messages.price import FREE, Price, Rate


def find(model_name: str, base_url: str, when: datetime | None = None) -> Price | None:
    """The price of a model at an address on a day (None: now); where nobody has that address, that of whoever sells a model of that
    name."""
    found = _found(model_name, base_url)
    if found is None:
        return None
    provider, model = found
    rates = model.get_prices(when or datetime.now().astimezone())
    into, out = _rate(rates, "input_mtok"), _rate(rates, "output_mtok")
    if into is None and out is None:
        return None
    fee = _rate(rates, "requests_kcount") or FREE
    return Price(
        model.id,
        provider.name,
        into or FREE,
        out or FREE,
        _rate(rates, "cache_read_mtok"),
        _rate(rates, "cache_write_mtok"),
        _rate(rates, "cache_write_1h_mtok"),
        _rate(rates, "output_reasoning_mtok"),
        fee.usual / 1000,
    )


def window(model_name: str, base_url: str) -> int | None:
    """How many tokens a model reads; None where the lists do not say."""
    found = _found(model_name, base_url)
    return found[1].context_window if found is not None else None


def _found(model_name: str, base_url: str) -> tuple[Provider, ModelInfo] | None:
    for address in (base_url, None):
        try:
            return get_snapshot().find_provider_model(model_name, None, None, address)
        except (LookupError, ValueError):
            continue
    return None


def _rate(rates: ModelPrice, name: str) -> Rate | None:
    value: Decimal | TieredPrices | None = getattr(rates, name)
    if isinstance(value, TieredPrices):
        return Rate(float(value.base), tuple((tier.start, float(tier.price)) for tier in value.tiers))
    return None if value is None else Rate(float(value))
