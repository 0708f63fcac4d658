"""What a skill's folder may hold: the name of its file, and how much is read.

Above: `skill_folder`, `own_skills`. Below: nothing.
"""

SKILL_FILE = "SKILL.md"
MOST_OF_SKILL = 256 * 1024
"""Bytes of SKILL.md."""
MOST_OF_RESOURCE = 512 * 1024
"""Bytes of another file of a skill."""
MOST_RESOURCES = 400
MOST_SEEN = 5_000
"""Names of a folder that are looked at."""
LONGEST_NAME = 64
LONGEST_DESCRIPTION = 1024
"""Characters."""
