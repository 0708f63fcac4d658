"""An Agent Skill, as a value: what was read of its folder when it was added.

Above: `setup`, `tools/skill_folder`, the fronts. Below: nothing. Nothing of a skill is ever executed; its tools are tools of the session.
"""

import msgspec


class Skill(msgspec.Struct, frozen=True, omit_defaults=True):
    """A folder with SKILL.md: `name` and `description` of its front matter, `text` the rest, `folder` its whole path, `resources` the paths
    inside it (with `/`) that may be read. `tools` are names of tools of the session that are offered from its activation on; `metadata`
    are the other members of the front matter. `fingerprint` is the hash of SKILL.md as it was read."""

    name: str
    description: str
    folder: str
    text: str = ""
    resources: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    metadata: dict[str, str] = {}
    fingerprint: str = ""
    on: bool = True
