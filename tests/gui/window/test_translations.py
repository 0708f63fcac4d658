"""Every text of the window has its Chinese words, with the same named places; the compiled catalogue is that of today."""

import ast
import re
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import translations
from PySide6.QtWidgets import QApplication

from studio.checks.arguments import check
from studio.gui.language import Language
from studio.gui.words import sentence, told_error
from studio.paths import resources
from studio.said import said
from studio.store.lines import Damage
from studio.store.session_error import SessionFileError
from studio.workspace.damage_words import damage_said

CATALOGUE = resources() / "translations" / "toolcall_studio_zh_CN.ts"
ENGLISH = resources() / "translations" / "toolcall_studio_en.ts"
Texts = dict[tuple[str, str], list[str]]


def _texts(path: Path) -> Texts:
    """The translations by context and source; an unfinished or missing one is empty."""
    found: Texts = {}
    for context in ET.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
            done = translation.get("type") is None
            found[context.findtext("name", ""), message.findtext("source", "")] = forms if done else [""]
    return found


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Texts:
    """What lupdate finds in the sources now."""
    made = tmp_path_factory.mktemp("ts") / "now.ts"
    translations.collect(made, *translations.LANGUAGES["zh_CN"])
    return _texts(made)


def test_every_text_of_the_sources_is_translated(sources: Texts) -> None:
    ours = _texts(CATALOGUE)
    assert len(sources) > 300
    assert [key for key in sources if not all(ours.get(key, [""]))] == []


def test_what_is_counted_has_a_form_for_one_and_one_for_several_in_english(tmp_path: Path) -> None:
    """Without them the window says *1 differences* and *19 place(s)*."""
    now = tmp_path / "now.ts"
    translations.collect(now, *translations.LANGUAGES["en"])
    ours = _texts(ENGLISH)
    assert [key for key in _texts(now) if len(ours.get(key, [])) != 2 or not all(ours[key])] == []
    assert [form for forms in ours.values() for form in forms if "(s)" in form] == []


def test_every_text_is_written_so_that_it_is_found(sources: Texts) -> None:
    """Not within an f-string, not by way of another function: `lupdate` passes such texts over in silence."""
    missed = [
        (file.name, node.lineno, text)
        for file in translations.sources()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        for text in _said(node)
        if text not in {source for _context, source in sources}
    ]
    assert missed == []


def test_no_text_is_translated_within_an_f_string() -> None:
    within = [
        (file.name, text.lineno)
        for file in translations.sources()
        for text in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        and any(isinstance(node, ast.Call) and _said(node) for node in ast.walk(text))
    ]
    assert within == []


def test_what_is_counted_is_said_by_tr_of_a_class() -> None:
    """`lupdate` finds no plural in `translate`, and passes over one whose number is worked out in the call."""
    counted = [
        (file.name, node.lineno)
        for file in translations.sources()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == "translate"
        if any("%n" in text for text in _said(node))
    ]
    assert counted == []


def _said(call: ast.Call) -> list[str]:
    """The text that a call translates: the first of `tr`, the second of `translate`."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    at = {"tr": 0, "_tr": 0, "translate": 1}.get(name)
    given = call.args[at] if at is not None and at < len(call.args) else None
    return [given.value] if isinstance(given, ast.Constant) and isinstance(given.value, str) else []


def test_the_catalogue_holds_nothing_that_is_no_longer_said(sources: Texts) -> None:
    assert sorted(set(_texts(CATALOGUE)) - set(sources)) == []


def test_every_table_of_texts_below_the_window_is_read_for_the_catalogue() -> None:
    rooms = (translations.ROOT / "studio").rglob("*.py")
    tables = [file for file in rooms if "QT_TRANSLATE_NOOP(" in file.read_text(encoding="utf-8")]
    assert len(tables) > 20
    assert sorted(set(tables) - set(translations.sources())) == []


def test_every_text_belongs_to_a_class_or_a_table(sources: Texts) -> None:
    assert [text for context, text in sources if not context] == []


def test_named_places_are_the_same_in_both_languages() -> None:
    place = re.compile(r"\{\w*\}|%n")
    differing = {
        source: forms
        for (_, source), forms in _texts(CATALOGUE).items()
        if any(sorted(place.findall(form)) != sorted(place.findall(source)) for form in forms)
    }
    assert differing == {}


@pytest.mark.parametrize("name", ["toolcall_studio_zh_CN", "toolcall_studio_en"])
def test_the_compiled_catalogue_is_made_of_the_text_beside_it(name: str, tmp_path: Path) -> None:
    made = tmp_path / f"{name}.qm"
    folder = resources() / "translations"
    subprocess.run(
        [translations.tool("lrelease"), str(folder / f"{name}.ts"), "-qm", str(made)], check=True, capture_output=True
    )
    assert made.read_bytes() == (folder / f"{name}.qm").read_bytes()


def test_what_a_check_finds_is_said_in_the_language_of_the_window(qapp: QApplication) -> None:
    schema = {"type": "object", "properties": {"amount": {"type": ["number", "null"]}}, "required": ["id"]}
    missing, misfit = check(schema, {"amount": "x"})
    language = Language(qapp)
    language.use("zh_CN")
    try:
        assert sentence(misfit.sentence) == "必须是数字或null"
        assert sentence(missing.sentence) == "缺少 id"
        assert sentence("of a tools file") == "of a tools file"
    finally:
        language.drop()
    assert (misfit.sentence, missing.sentence) == ("must be a number or null", "id is missing")


def test_what_is_damaged_in_a_file_is_said_in_the_language_of_the_window(qapp: QApplication) -> None:
    told = [damage_said(Damage("torn_tail", 7), set_aside=set_aside) for set_aside in (True, False)]
    language = Language(qapp)
    language.use("zh_CN")
    try:
        assert [sentence(each) for each in told] == [
            "最后一行（7）在写入时被截断。它保存在文件旁边。",
            "最后一行（7）在写入时被截断。",
        ]
    finally:
        language.drop()
    assert told[1] == "The last line (7) was cut while it was written."


@pytest.mark.promise("H3")
def test_what_the_core_refuses_is_said_in_the_language_of_the_window(qapp: QApplication) -> None:
    """An error by its template; what was kept as plain text in a file is known again; the words of a provider stay."""
    error = SessionFileError(said("{file} is not UTF-8.", file="a.tcsession"), said("Choose another name."))
    listens = "Nothing listens at 127.0.0.1:9. Is the local server started?"
    language = Language(qapp)
    language.use("zh_CN")
    try:
        assert told_error(error) == "a.tcsession 不是 UTF-8。请换一个名称。"
        assert sentence(listens) == "127.0.0.1:9 处没有程序在监听。本地服务器启动了吗？"
        assert sentence("The model gpt-9 does not exist.") == "The model gpt-9 does not exist."
    finally:
        language.drop()
    assert str(error) == "a.tcsession is not UTF-8. Choose another name."
    assert sentence(listens) == listens
