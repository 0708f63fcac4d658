"""What tokens cost, by the prices that genai-prices carries: no network, an estimate, None when the model is not known.

Above: `workspace/wiring`. Below: genai-prices, which only this module imports.
"""

from genai_prices import Usage, calc_price


def cost(model_name: str, base_url: str, input: int, output: int) -> float | None:
    """US dollars for so many tokens in and out; None when nobody's price for the model is known."""
    usage = Usage(input_tokens=input, output_tokens=output)
    for address in (base_url, None):
        try:
            return float(calc_price(usage, model_name, provider_api_url=address).total_price)
        except (LookupError, ValueError):
            continue
    return None
