"""Catalogues are read once and kept: what happens to their files while the program runs is of no matter."""

import gc
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from studio.gui.language import Language
from studio.gui.words import keyed

MAPS = Path("/proc/self/maps")


def test_words_stay_when_the_catalogues_were_read_and_memory_is_used_again(qapp: QApplication) -> None:
    language = Language(qapp)
    language.use("zh_CN")
    gc.collect()
    used = [bytes(70_000) for _ in range(50)]
    assert QCoreApplication.translate("Actions", "Run") == "运行"
    language.drop()
    assert QCoreApplication.translate("Actions", "Run") == "Run"
    assert len(used) == 50


@pytest.mark.skipif(not MAPS.exists(), reason="only Linux tells which files are mapped")
def test_no_catalogue_is_mapped_so_that_an_update_may_write_over_it(qapp: QApplication) -> None:
    language = Language(qapp)
    language.use("zh_CN")
    assert "toolcall_studio_zh_CN.qm" not in MAPS.read_text()
    language.drop()


def test_a_key_stands_behind_its_words_and_words_without_a_key_stand_alone() -> None:
    assert keyed("Step over", "F10") == "Step over (F10)"
    assert keyed("Step over", "") == "Step over"
