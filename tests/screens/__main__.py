"""Pictures of every main state of the window, for people: `python -m tests.screens OUT [NAME…]`; OUT/index.html shows all with their names.

One process; each picture is the real window in a home of its own. A NAME is one of a picture, or a state for all its pictures; more of a
part come from its own file here (`python -m tests.screens.tools OUT`).
"""

import html
import sys
from pathlib import Path

from tests.screens import agents, branches, compare, docks, history, mocks, replay, spent, states
from tests.screens import window as screens

SMALL, NARROW, LARGE = (1280, 800), (1100, 700), (2560, 1440)
LOOKS: dict[str, screens.Look] = {
    "": {},
    "dark": {"theme": "dark"},
    "contrast": {"theme": "high_contrast"},
    "1280": {"size": SMALL},
    "1100": {"size": NARROW},
    "2560": {"size": LARGE},
    "80": {"scale": 80},
    "200": {"size": SMALL, "scale": 200},
    "zh": {"language": "zh_CN", "size": SMALL},
    "zh_dark": {"language": "zh_CN", "theme": "dark"},
}
STATES: dict[str, tuple[screens.Scene, tuple[str, ...]]] = {
    "start": (screens.start, ("", "dark", "zh")),
    "new_session": (screens.new_session, ("", "dark", "zh", "200")),
    "sample": (screens.sample, ("", "zh")),
    "empty": (screens.by_hand, ("", "200")),
    "demo": (screens.demo, tuple(LOOKS)),
    "streaming": (states.streaming, ("",)),
    "streaming_calls": (states.streaming_calls, ("", "dark", "zh")),
    "approval": (screens.approval, ("", "dark", "1100", "200")),
    "problems": (states.problems, ("", "1280", "zh")),
    "history": (history.stopped, ("",)),
    "difference": (states.difference, ("", "dark")),
    "truths": (states.truths, ("",)),
    "mocks": (mocks.rules, ("",)),
    "tool_error": (states.tool_error, ("dark",)),
    "provider_error": (screens.failed, ("", "zh")),
    "agent": (agents.inside, ("",)),
    "branches": (branches.five, ("", "dark")),
    "no_hits": (states.no_hits, ("",)),
    "found": (states.found, ("",)),
    "finished": (screens.finished, ("",)),
    "replay_differs": (replay.differs, ("",)),
    "compare": (compare.compare, ("", "dark", "zh", "200")),
    "compare_larger": (compare.larger, ("", "dark")),
    "cost": (spent.cost, ("", "dark", "1280", "zh")),
    "context": (spent.context_sent, ("", "dark", "200")),
    **{f"dock_{name}": (scene, ("", "200")) for name, scene in docks.SCENES.items()},
    **{name: (scene, ("1280",)) for name, scene in docks.EMPTY.items()},
    "palette": (screens.palette, ("", "dark")),
    "keys": (screens.keys, ("",)),
}
"""Each state with the looks that it is shown in."""
OF_DIALOGS = {"mocks", "palette", "keys", "new_session"}
"""States of which the dialog that is open is taken alone."""
_PAGE = """<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{font:14px sans-serif;margin:24px;background:#eef0f3}h2{margin:32px 0 8px}
div{display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}img{width:560px;border:1px solid #808b9a}
figcaption{margin-bottom:4px}</style>
"""


def main() -> None:
    """Make the pictures that are named, or all, and the page."""
    out, wanted = Path(sys.argv[1]), sys.argv[2:]
    made = {
        "_".join(filter(None, (state, look))): (scene, LOOKS[look])
        for state, (scene, looks) in STATES.items()
        for look in looks
    }
    names = [name for name in made if not wanted or name in wanted or _state(name) in wanted]
    screens.take_all(out, names, made, [name for name in names if _state(name) in OF_DIALOGS])
    (out / "index.html").write_text(_page(out), encoding="utf-8")


def _state(name: str) -> str:
    """The state of a picture: the longest that its name begins with."""
    return max((state for state in STATES if name == state or name.startswith(f"{state}_")), key=len)


def _page(out: Path) -> str:
    """All pictures that lie in the folder, by states."""
    parts = [_PAGE]
    for state, (scene, looks) in STATES.items():
        words = html.escape((scene.__doc__ or "").strip())
        parts.append(f"<h2>{state}</h2><p>{words}</p><div>")
        for look in looks:
            name = "_".join(filter(None, (state, look)))
            there = [file for file in (f"{name}.png", f"{name}_dialog.png") if (out / file).exists()]
            parts += [
                f"<figure><figcaption>{file}</figcaption><a href={file}><img src={file}></a></figure>" for file in there
            ]
        parts.append("</div>")
    return "\n".join(parts)


if __name__ == "__main__":
    main()
