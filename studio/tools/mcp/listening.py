"""Hears of changed lists in the newer protocol, where a client has to ask for that and to keep the asking open.

Above: `held`. Below: the SDK's `listen`. What comes is told by the transport, in wire order; here only the stream is held.
"""

import asyncio
from collections.abc import Callable

from mcp.client import Client
from mcp.client.subscriptions import SubscriptionLost
from mcp_types import ServerCapabilities
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 60.0


def told_lists(capabilities: ServerCapabilities) -> tuple[bool, bool, bool]:
    """Whether the server says that it tells changes of its tools, its prompts, its resources."""
    tools, prompts, resources = capabilities.tools, capabilities.prompts, capabilities.resources
    return (
        tools is not None and tools.list_changed is True,
        prompts is not None and prompts.list_changed is True,
        resources is not None and resources.list_changed is True,
    )


async def listening(client: Client, on_gap: Callable[[], None]) -> None:
    """Hold the stream until the server says that it is over, or does not know the request. `on_gap()`: it was lost and is open again, and
    changes may have been missed. Raises nothing but cancellation."""
    tools, prompts, resources = told_lists(client.server_capabilities)
    if client.protocol_version not in MODERN_PROTOCOL_VERSIONS or not (tools or prompts or resources):
        return
    pause = 0.0
    while True:
        try:
            async with client.listen(
                tools_list_changed=tools, prompts_list_changed=prompts, resources_list_changed=resources
            ) as changes:
                if pause:
                    on_gap()
                async for _ in changes:
                    pause = 0.0
            return
        except SubscriptionLost:
            pause = min(pause * 2 or _FIRST_PAUSE, _LONGEST_PAUSE)
            await asyncio.sleep(pause)
        except Exception:  # noqa: BLE001 - it does not offer this; the lists can be asked for by hand
            return
