"""The one style sheet, made from the tokens: flat controls with one-pixel outlines and a two-pixel focus ring.

Only selectors, never a bare rule, which would reach all children. Widgets choose a look by the properties `look`
(buttons, bars) and `role` (labels). Knows no widget of ours.
"""

from collections.abc import Callable
from string import Template

import msgspec

from studio.gui.look.tokens import Tokens

_SHEET = Template("""
QToolTip { background: $raised; color: $text; border: 1px solid $strong; padding: 4px 6px; }

QPushButton { background: $surface; color: $text; border: 1px solid $strong; border-radius: 5px; padding: 0 ${p12};
  min-height: ${h26}; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $sel; }
QPushButton:focus { border: 2px solid $accent; padding: 0 ${p11}; min-height: ${h24}; }
QPushButton:disabled { color: $disabled; border-color: $border; background: $raised; }
QPushButton[look="main"] { background: $accent; color: $accent_text; border-color: $accent; font-weight: 600; }
QPushButton[look="main"]:hover { border-color: $text; }
QPushButton[look="main"]:focus { border: 2px solid $text; }
QPushButton[look="main"]:disabled { background: $inset; color: $disabled; border-color: $border; }
QPushButton[look="quiet"] { background: transparent; border-color: transparent; padding: 0 ${p8}; }
QPushButton[look="quiet"]:hover { background: $hover; }
QPushButton[look="quiet"]:focus { border: 2px solid $accent; padding: 0 ${p7}; }
QPushButton[look="quiet"]:disabled { color: $disabled; }
QPushButton[look="quiet"][in_track="true"] { min-height: ${h22}; }
QPushButton[look="quiet"][in_track="true"]:focus { min-height: ${h20}; }
QPushButton[look="link"] { background: transparent; border: 2px solid transparent; color: $accent; padding: 0;
  text-align: left; min-height: ${h20}; }
QPushButton[look="link"]:hover { text-decoration: underline; }
QPushButton[look="link"]:focus { border: 2px solid $accent; }
QPushButton[look="link"]:disabled { color: $disabled; }

QToolButton { background: transparent; color: $text; border: 1px solid transparent; border-radius: 5px; padding: 3px; }
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:checked { background: $sel; }
QToolButton:focus { border: 2px solid $accent; padding: 2px; }
QToolButton:disabled { color: $disabled; }
QToolButton::menu-indicator { image: none; }

QLineEdit, QComboBox, QAbstractSpinBox { background: $surface; color: $text; border: 1px solid $strong;
  border-radius: 5px; padding: 0 ${p8}; min-height: ${h26}; selection-background-color: $sel; selection-color: $text; }
QLineEdit, QPlainTextEdit, QTextEdit, QComboBox { placeholder-text-color: $faint; }
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus { border: 2px solid $accent; padding: 0 ${p7};
  min-height: ${h24}; }
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled { color: $disabled; border-color: $border;
  background: $raised; }
QLineEdit[problem="true"], QPlainTextEdit[problem="true"] { border-color: $error; }
QAbstractSpinBox { padding: 0; max-height: ${h26}; }
QAbstractSpinBox:focus { padding: 0; max-height: ${h24}; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { subcontrol-origin: padding; width: ${h24}; border: none;
  border-left: 1px solid $border; background: transparent; }
QAbstractSpinBox::up-button { subcontrol-position: top right; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: $hover; }
QAbstractSpinBox::up-arrow { image: url($files/chevron_up.svg); width: ${h12}; height: ${h12}; }
QAbstractSpinBox::down-arrow { image: url($files/chevron_down.svg); width: ${h12}; height: ${h12}; }
QComboBox::drop-down { border: none; width: ${h24}; }
QComboBox::down-arrow { image: url($files/chevron_down.svg); width: ${h16}; height: ${h16}; }
QComboBox QAbstractItemView { background: $surface; color: $text; border: 1px solid $strong; outline: none;
  selection-background-color: $sel; selection-color: $text; }

QPlainTextEdit[look="field"], QTextEdit[look="field"] { background: $surface; color: $text; border: 1px solid $strong;
  border-radius: 5px; padding: 1px 4px; }
QPlainTextEdit[look="field"]:focus, QTextEdit[look="field"]:focus { border: 2px solid $accent; padding: 0 3px; }
QAbstractScrollArea[look="pane"] { background: $surface; color: $text; border: 2px solid $surface; }
QAbstractScrollArea[look="pane"]:focus { border: 2px solid $accent; }

QCheckBox, QRadioButton { color: $text; spacing: ${p8}; min-height: ${h24}; outline: none; }
QCheckBox:disabled, QRadioButton:disabled { color: $disabled; }
QCheckBox::indicator, QGroupBox::indicator, QAbstractItemView::indicator { width: ${h14}; height: ${h14};
  border: 1px solid $strong; border-radius: 4px; background: $surface; }
QRadioButton::indicator { width: ${h14}; height: ${h14}; border: 1px solid $strong; border-radius: ${r7};
  background: $surface; }
QCheckBox::indicator:checked, QGroupBox::indicator:checked, QAbstractItemView::indicator:checked { background: $accent;
  border-color: $accent; image: url($files/tick.svg); }
QCheckBox::indicator:indeterminate, QAbstractItemView::indicator:indeterminate { background: $accent;
  border-color: $accent; image: url($files/minus.svg); }
QRadioButton::indicator:checked { border-color: $accent; background: $accent; image: url($files/dot.svg); }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: $border; background: $inset; }
QCheckBox:focus, QRadioButton:focus { color: $text; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border: 2px solid $accent; width: ${in14};
  height: ${in14}; }
QCheckBox::indicator:checked:focus, QRadioButton::indicator:checked:focus { border: 2px solid $text; }

QMenuBar { background: $raised; color: $text; border-bottom: 1px solid $border; padding: 2px 8px; }
QMenuBar::item { background: transparent; padding: 4px ${p10}; border-radius: 4px; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $surface; color: $text; border: 1px solid $strong; padding: 4px; }
QMenu::item { padding: 5px ${p24} 5px ${p12}; border-radius: 4px; }
QMenu::item:selected { background: $sel; color: $text; }
QMenu::item:disabled { color: $disabled; background: transparent; }
QMenu::icon { padding-left: ${p6}; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }
QMenu::indicator { width: ${h14}; height: ${h14}; padding-left: ${p6}; }
QMenu::indicator:checked { image: url($files/tick_text.svg); }

QToolBar { background: $raised; border: none; border-bottom: 1px solid $border; spacing: 4px; padding: 4px 8px; }
QToolBar::separator { background: $border; width: 1px; margin: 4px 8px; }
#qt_toolbar_ext_button { qproperty-icon: url($files/more.svg); padding: 0; border: none; }
QStatusBar { background: $raised; color: $muted; border-top: 1px solid $border; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $muted; padding: 0 ${p6}; }

QTabWidget::pane { border: none; border-top: 1px solid $border; }
QTabBar { background: $raised; }
QTabBar::tab { background: transparent; color: $muted; padding: 0 ${p12}; min-height: ${h28}; border: none;
  border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: $text; background: $hover; }
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; }
QTabBar::tab:focus { border: 2px solid $accent; }
QDockWidget { color: $text; }
QDockWidget::title { background: $raised; padding: ${p6} ${p12}; border-bottom: 1px solid $border; }
QMainWindow { background: $window; }
QMainWindow::separator { background: $border; width: 1px; height: 1px; }
QSplitter::handle { background: $border; }

QTableView, QTreeView, QListView, QListWidget, QTreeWidget, QTableWidget { background: $surface; color: $text;
  border: none; outline: none; gridline-color: $border; selection-background-color: $sel; selection-color: $text;
  alternate-background-color: $raised; }
QHeaderView { background: $raised; }
QHeaderView::section { background: $raised; color: $muted; border: none; border-bottom: 1px solid $border;
  padding: 4px ${p8}; }
QTreeWidget QHeaderView::section { padding-left: 4px; }
QTreeWidget QHeaderView::section:first { padding-left: ${p12}; }

QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: $strong; border-radius: 3px; }
QScrollBar::handle:vertical { min-height: 28px; margin: 2px 3px; }
QScrollBar::handle:horizontal { min-width: 28px; margin: 3px 2px; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: transparent;
  border: none; width: 0; height: 0; }
QAbstractScrollArea::corner { background: transparent; }

QGroupBox { border: 1px solid $border; border-radius: 7px; margin-top: ${p10}; padding: ${p8}; }
QGroupBox::title { subcontrol-origin: margin; left: ${p10}; color: $muted; }
QProgressBar { background: $inset; border: none; border-radius: 3px; color: $text; text-align: center; }
QSlider { min-height: ${h24}; }
QSlider::groove:horizontal { background: $hover; border: 1px solid $strong; height: ${h4}; border-radius: ${r3}; }
QSlider::sub-page:horizontal { background: $accent; border: 1px solid $accent; border-radius: ${r3}; }
QSlider::handle:horizontal { background: $surface; border: 2px solid $accent; width: ${h10}; margin: -${h6} 0;
  border-radius: ${r5}; }
QSlider::handle:horizontal:hover { background: $hover; }
QSlider::handle:horizontal:focus { background: $accent; border-color: $text; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }

QLabel[role="muted"] { color: $muted; }
QLabel[role="hint"] { color: $muted; font-size: ${t11}; }
QLabel[role="small"] { color: $text; font-size: ${t12}; }
QLabel[role="small_muted"] { color: $muted; font-size: ${t12}; }
QLabel[role="error"] { color: $error; font-size: ${t12}; }
QLabel[role="warn"] { color: $warn; font-size: ${t12}; }
QLabel[role="strong"] { color: $text; font-weight: 600; }
QLabel[role="dialog_title"] { color: $text; font-size: ${t16}; font-weight: 600; }
QLabel[role="card_title"] { color: $text; font-size: ${t14}; font-weight: 600; }
QLabel[role="page_title"] { color: $text; font-size: ${t22}; font-weight: 500; }
QFrame[look="card"] { background: $surface; border: 1px solid $border; border-radius: 7px; }
QFrame[look="bar"], QWidget[look="bar"] { background: $raised; }
QFrame[look="surface"], QWidget[look="surface"] { background: $surface; }
QFrame[look="line"] { background: $border; border: none; max-height: 1px; min-height: 1px; }
QScrollArea[look="surface"] { background: $surface; border: none; }
QScrollArea[look="plain"] { background: transparent; border: none; }
""")


def style_sheet(tokens: Tokens, files: str, px: Callable[[int], int]) -> str:
    """The sheet for one theme; `files` is where its images are, `px` scales sizes of 100 %."""
    sizes = {f"{kind}{size}": f"{px(size)}px" for kind in "phtr" for size in range(3, 30)}
    sizes["in14"] = f"{px(14) - 2}px"  # with a border of 2 as large as 14 with one of 1, so that no words move
    return _SHEET.substitute(msgspec.to_builtins(tokens), files=files, **sizes)
