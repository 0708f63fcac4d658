"""Brings the catalogues in `resources/translations` up to date with the texts of the sources: `python packaging/translations.py`.

Run it with the project's own Python after a change of texts, translate what is new in the Chinese catalogue (`pyside6-linguist`, or
any editor), and run it again: it also writes the files that the program reads. A test fails while a text is not translated.
"""

import ast
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STUDIO = ROOT / "studio"
FOLDER = ROOT / "resources" / "translations"
CORE = "core"
"""The context of the sentences that stand in calls of `said`."""
SENTENCES = FOLDER / "sentences.json"
LANGUAGES = {"zh_CN": ("-target-language", "zh_CN"), "en": ("-target-language", "en", "-pluralonly")}


def sources() -> list[Path]:
    """All files with texts for people: those of the window, and below it those that mark one."""
    below = (path for path in _rooms() if "gui" not in path.parts and "QT_TRANSLATE_NOOP(" in _text(path))
    return [*sorted((STUDIO / "gui").rglob("*.py")), *below]


def sentences() -> list[str]:
    """The templates of the context `core`: those that stand in calls of `said` as they are, which `lupdate` does not know, and those
    that are marked."""
    found: dict[str, None] = {}
    for path in _rooms():
        calls = (node for node in ast.walk(ast.parse(_text(path))) if isinstance(node, ast.Call))
        found.update(dict.fromkeys(text for call in calls for text in _template(call)))
    return list(found)


def known() -> str:
    """The same as the window reads them, to know a sentence again that was kept as plain text."""
    return json.dumps(sentences(), ensure_ascii=False, indent=0) + "\n"


def collect(catalogue: Path, *options: str) -> None:
    """Write the texts of the sources into a catalogue, translations that are there stay. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as folder:
        core = Path(folder) / "core.py"
        core.write_text("".join(f"QT_TRANSLATE_NOOP({CORE!r}, {_quoted(text)})\n" for text in sentences()), "utf-8")
        command = [tool("lupdate"), *map(str, sources()), str(core), "-ts", str(catalogue), "-source-language", "en"]
        subprocess.run([*command, *options, "-no-obsolete", "-locations", "none"], check=True, capture_output=True)


def tool(name: str) -> str:
    """One of Qt's translation tools, beside this Python."""
    return str(Path(sys.executable).with_name(f"pyside6-{name}"))


def _rooms() -> list[Path]:
    """All files of the program but those of the fronts without a window, which speak English."""
    rooms = sorted(STUDIO.rglob("*.py"))
    return [path for path in rooms if path.relative_to(STUDIO).parts[0] not in ("cli", "testing")]


def _template(call: ast.Call) -> list[str]:
    texts = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    match getattr(call.func, "id", ""), call.args, texts:
        case "said", [ast.Constant()], [template]:
            return [template]
        case "QT_TRANSLATE_NOOP", [_, _], [context, template] if context == CORE:
            return [template]
        case _:
            return []


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _quoted(text: str) -> str:
    """A text as `lupdate` reads it."""
    signs = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
    return '"' + "".join(signs.get(sign, sign) for sign in text) + '"'


def main() -> int:
    """Bring all catalogues up to date."""
    for language, options in LANGUAGES.items():
        catalogue = FOLDER / f"toolcall_studio_{language}.ts"
        collect(catalogue, *options)
        subprocess.run([tool("lrelease"), str(catalogue)], check=True)
    SENTENCES.write_text(known(), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
