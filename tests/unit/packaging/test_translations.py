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


def test_the_sentences_that_the_window_knows_again_are_those_of_the_sources() -> None:
    """`python packaging/translations.py` writes them anew."""
    assert translations.SENTENCES.read_text(encoding="utf-8") == translations.known()


def test_a_sentence_is_found_where_it_is_said_or_marked() -> None:
    found = translations.sentences()
    assert "There is no branch named {name}." in found
    assert "its parameter {name} has no type hint" in found
    assert len(found) == len(set(found)) > 900
