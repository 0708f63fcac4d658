"""The program's own tools as they run: the choice of groups, tool search, skills. They reach nothing outside but an embeddings endpoint.

Above: `services`. Below: `tools`, `session/own_tools`.
"""

import asyncio
from typing import Any

from studio.messages.toolspec import ToolSpec
from studio.session.own_tools import own
from studio.session.setup import Setup
from studio.tools.own_choice import choose_domain
from studio.tools.own_skills import activate_skill, read_skill_resource
from studio.tools.tool import CallContext, Outcome
from studio.workspace.searching import Searching
from studio.workspace.world import World


class OwnRunner:
    """Runs the program's own tools of one session."""

    def __init__(self, world: World) -> None:
        self.searching = Searching(world)

    async def run(
        self, setup: Setup, spec: ToolSpec, arguments: dict[str, Any], context: CallContext
    ) -> Outcome | None:
        """Run a call of one of the program's own tools; None when the tool is none of them."""
        match own(spec):
            case "search":
                return await self.searching.run(setup, arguments, context.seconds)
            case "choose_domain":
                return choose_domain(setup, arguments)
            case "activate_skill":
                return activate_skill(setup, context.skills, arguments)
            case "read_skill_resource":
                return await asyncio.to_thread(read_skill_resource, setup, arguments)
            case _:
                return None
