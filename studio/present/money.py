"""US dollars as people read them.

Above: `cost_words`. Below: nothing.
"""


def dollars(value: float) -> str:
    """An amount, small ones with their first digits: `$12.30`, `$0.0042`."""
    if value >= 1 or not value:
        return f"${value:,.2f}"
    if value < 0.0001:
        return "< $0.0001"
    return f"${value:.4f}" if value < 0.1 else f"${value:.3f}"


def rate(value: float) -> str:
    """What a million costs: `$0.15`, `$3.00`, `$0.075`."""
    short = f"{value:.2f}"
    return f"${short}" if float(short) == value else f"${value:.6g}"
