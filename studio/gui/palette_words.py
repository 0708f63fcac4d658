"""Other words that people look for actions by, in the palette.

Above: `palette_commands`. Knows actions and menus by their ids.
"""

SYNONYMS = {
    "view.theme": "colour color appearance skin mode",
    "view.text": "font zoom",
    "view.language": "translation locale",
    "language_en": "english",
    "language_zh_CN": "chinese mandarin",
    "theme_dark": "night",
    "theme_light": "day bright",
    "run.stops": "breakpoint",
    "run": "continue resume go",
    "step": "next",
    "step_back": "previous back",
    "stop": "cancel abort kill",
    "fork": "branch",
    "rerun": "again branch retry",
    "branch_form": "note expect rename jmespath",
    "focus_branches": "tree forks hidden",
    "focus_console": "log output print stdout stderr terminal",
    "focus_http": "wire raw body headers curl network",
    "focus_events": "sse chunks deltas wire raw",
    "send_again": "retry regenerate",
    "profiles": "model provider api key",
    "settings": "preferences options configuration keys shortcuts fonts density language",
    "find_session": "search grep look for text everywhere",
    "keys": "shortcuts hotkeys keyboard",
    "reset_layout": "window panels docks default",
    "add_tools": "import python functions",
    "memory": "window history context forget remember",
    "attach": "file document upload source rag",
    "skills": "SKILL.md folder instructions",
    "tool_groups": "domain sources choose context values jmespath",
    "tool_search": "find bm25 vectors embeddings",
    "tool_notes": "lint hints advice quality",
    "compare": "diff difference branches sessions side by side why",
    "summary": "report story thought action observation",
    "add_agent": "subagent nested session",
    "loop": "limit maximum timeout rounds tokens cost strategy retry coercion concurrent compensation strict approval policy",
}
"""Other words, by menu or action, that people look for; they are searched and never shown."""
