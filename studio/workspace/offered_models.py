"""The models that a profile's server offers, for the person to choose from.

Above: the profiles page. Below: `wiring`. Asks once; keeps nothing.
"""

from typing import TYPE_CHECKING

from studio.problems import StudioError
from studio.said import said
from studio.workspace import wiring
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.responders.profiles import Profile


class NoModelsError(StudioError):
    """The server does not tell which models it has."""


async def offered_models(workspace: Workspace, profile: "Profile", typed_key: str = "") -> tuple[str, ...]:
    """The names in the server's order, at least one. `typed_key` is a key that is not stored yet. Raises NoModelsError with the
    reason."""
    world = workspace.world
    client = wiring.http_client()
    try:
        found = await wiring.list_models(profile, client, lambda: typed_key or world.key(profile), world.redactor)
    finally:
        await client.close()
    if found.error is not None:
        raise NoModelsError(found.error.message)
    if not found.names:
        raise NoModelsError(said("The server tells no models."), said("Write the name of the model."))
    return found.names
