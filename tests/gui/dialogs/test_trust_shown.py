"""What is shown before a server is trusted cannot pass for anything else."""

from studio.gui.dialogs.mcp_shown import shown_lines
from studio.workspace.serving import ServerShown


def test_line_ends_controls_and_turned_writing_in_a_command_are_spelled_out() -> None:
    shown = ServerShown(
        name="desk",
        kind="stdio",
        trusted=False,
        command="run 'a\n\nProgram: /usr/bin/true' \u202egp.exe",
        program="/opt/\u2066desk",
        env=(("A", "1\n  B=2\x1b[2K"), ("NAME", "déjà 桌 😀")),
    )
    lines = shown_lines(shown)
    assert lines[0] == r"run 'a\n\nProgram: /usr/bin/true' \u202egp.exe"
    assert not any(set(line) & set("\n\r\x1b\u202e\u2066") for line in lines)
    assert "  A=1\\n  B=2\\x1b[2K" in lines
    assert "  NAME=déjà 桌 😀" in lines
