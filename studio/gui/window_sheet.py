"""The part of the style sheet that is the window's own: banner, notices, tiles, recovery, chips.

Above: `window`. Below: the theme's tokens. Rules for widgets that stand everywhere are in `look/style_sheet`.
"""

from string import Template

import msgspec

from studio.gui.look.theme import Theme

_SHEET = Template("""
#trouble_bar { background: $soft_err; border: none; border-top: 1px solid $error; }
#trouble_bar QLabel { background: transparent; color: $text; }
#recovery, #trust_bar { background: $soft_warn; border: 1px solid $paused_line; border-radius: 7px; }
#recovery QLabel, #trust_bar QLabel { background: transparent; color: $text; }
#start_page, #start_ground { background: $window; border: none; }
#tile { background: $surface; border: 1px solid $border; border-radius: 7px; text-align: left; padding: 0; }
#tile:hover { border-color: $strong; }
#tile:focus { border: 2px solid $accent; padding: 0; }
#tile QLabel, #recent_row QLabel { background: transparent; }
#tile #key_chip { background: $inset; color: $muted; border-radius: 4px; padding: 2px 8px; font-size: ${small}px; }
#recent_row { background: transparent; border: 1px solid transparent; text-align: left; padding: 0;
  min-height: ${h34}px; }
#recent_row:hover { background: $hover; }
#recent_row:focus { border: 2px solid $accent; padding: 0; min-height: ${h32}px; }
#drop_hint { border: 1px dashed $strong; border-radius: 7px; background: transparent; }
#drop_hint QLabel { color: $muted; background: transparent; }
#status_state { color: $text; font-weight: 600; }
#status_separator { color: $border; max-width: 1px; }
#command_field { text-align: left; color: $faint; font-weight: 400; }
#dock_title { background: $raised; border-bottom: 1px solid $border; }
#palette { background: $surface; border: 1px solid $strong; }
QDialog QListWidget, QDialog QTreeWidget { border: 1px solid $strong; border-radius: 5px; }
QDialog QListWidget:focus, QDialog QTreeWidget:focus { border: 2px solid $accent; }
#palette QTreeWidget { border: none; }
QDialog { background: $surface; }
#dialog_foot { background: $raised; border: none; border-top: 1px solid $border; }
QDialog QListWidget { padding: 4px; }
QDialog QListWidget:focus { padding: 3px; }
QDialog QListWidget::item { padding: 0 ${p8}px; min-height: ${row}px; border-radius: 4px; color: $text; }
QDialog QListWidget::item:selected { background: $sel; color: $text; }
QLabel[hit="true"] { background: $search_hit; color: $text; border-radius: 4px; }
#centre { background: $surface; }
#edge_strip { border: none; border-left: 1px solid $border; spacing: 0; padding: 4px 2px; }
#aside_frame { background: $surface; border: none; border-left: 1px solid $strong; }
#header_tabs { background: transparent; }
#header_tabs::tab { min-height: ${h35}px; }
""")


def window_sheet(now: Theme) -> str:
    """The sheet in the colours and sizes in force."""
    heights = {f"h{size}": now.px(size) for size in (32, 34, 35)}
    return _SHEET.substitute(
        msgspec.to_builtins(now.tokens), small=now.px(11), p8=now.px(8), row=now.row(28), **heights
    )
