"""The catalogues are made from every file that holds texts for people."""

import translations


def test_every_file_with_marked_texts_is_looked_at() -> None:
    marked = {
        file
        for file in (translations.ROOT / "studio").rglob("*.py")
        if "gui" not in file.parts and 'QT_TRANSLATE_NOOP("' in file.read_text(encoding="utf-8")
    }
    assert len(marked) >= 8
    assert marked == set(translations.sources()) & marked


def test_the_window_is_looked_at_whole() -> None:
    looked_at = set(translations.sources())
    window = set((translations.ROOT / "studio" / "gui").rglob("*.py"))
    assert window <= looked_at
