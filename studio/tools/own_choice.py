"""The program's own tool `choose_domain`: the model opens groups of tools for its turn.

Above: `workspace/own_runner`. Below: `session/own_tools`. Pure.
"""

from typing import Any

from studio.session.own_tools import chosen_groups
from studio.session.setup import Setup
from studio.session.toolbox import Added
from studio.tools.tool import Outcome


def choose_domain(setup: Setup, arguments: dict[str, Any]) -> Outcome:
    """Open the groups that were named; names that are none are told, with those that there are."""
    known = {group.name: group for group in chosen_groups(setup.groups)}
    asked = [str(name) for name in arguments.get("domains", ())]
    unknown = [name for name in asked if name not in known]
    opened = tuple(name for name in dict.fromkeys(asked) if name in known)
    if unknown or not opened:
        named = f"There is no group named {', '.join(unknown)}." if unknown else "Name at least one group."
        return Outcome("error", f"{named} The groups are: {', '.join(known)}.")
    tools = [tool for name in opened for tool in known[name].tools]
    return Outcome("ok", f"Opened: {', '.join(opened)}. Their tools: {', '.join(tools)}.", adds=Added(groups=opened))
