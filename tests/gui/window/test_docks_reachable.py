"""Every dock in front, in the smallest windows and with the largest text: nothing of it is cut, and nothing else for its sake."""

from collections.abc import Callable

import pytest

from studio.gui.docks import BOTTOM, SIDES
from tests.gui.window.conftest import Play, Stage
from tests.gui.window.seen import faults

Live = Callable[[Play], None]


@pytest.mark.promise("H1")
@pytest.mark.parametrize(("size", "scale"), [((1280, 800), 200), ((1280, 800), 100), ((1100, 700), 100)])
def test_nothing_is_cut_whichever_dock_is_in_front(live: Live, size: tuple[int, int], scale: int) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        found = []
        for language in ("en", "zh_CN"):
            stage.program.look.use_language(language)
            stage.window.resize(*size)
            stage.program.workspace.settings.text_scale = scale
            stage.program.look.use_theme("light")
            for name in (*SIDES, *BOTTOM):
                stage.window.go_to(name)
                for _ in range(3):
                    await stage.frame()
                assert (stage.window.width(), stage.window.height()) == size, f"{name} forces the window larger"
                found += [f"{name} {language}: {fault}" for fault in faults(stage.window)]
        assert not found, "\n".join(found)

    live(play)
