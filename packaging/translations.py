"""Brings the catalogues in `resources/translations` up to date with the texts of the sources: `python packaging/translations.py`.

Run it with the project's own Python after a change of texts, translate what is new in the Chinese catalogue (`pyside6-linguist`, or
any editor), and run it again: it also writes the files that the program reads. A test fails while a text is not translated.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
TABLES = (
    "present/labels.py",
    "present/call_labels.py",
    "present/part_labels.py",
    "present/schema_labels.py",
    "present/toolbox_labels.py",
    "present/mcp_labels.py",
    "checks/loop/finding.py",
    "checks/history/words.py",
    "present/breakpoint_labels.py",
    "present/sample_labels.py",
    "present/compare_labels.py",
    "present/branch_labels.py",
    "present/asked_labels.py",
    "present/result_part_labels.py",
    "present/run_labels.py",
    "present/timeline_labels.py",
    "present/json_sentences.py",
    "present/trial_words.py",
    "present/parameter_words.py",
    "responders/presets.py",
    "checks/sought.py",
    "checks/sentences.py",
    "checks/form_values.py",
    "checks/text_formats.py",
    "checks/told_changes.py",
    "checks/tool_advice_words.py",
    "workspace/damage_words.py",
    "workspace/not_offered.py",
    "workspace/signed_calls.py",
)
"""Where the sentences of rooms below the window stand."""
LANGUAGES = {"zh_CN": ("-target-language", "zh_CN"), "en": ("-target-language", "en", "-pluralonly")}


def sources() -> list[Path]:
    """All files with texts for people."""
    return [*sorted((ROOT / "studio" / "gui").rglob("*.py")), *(ROOT / "studio" / name for name in TABLES)]


def collect(catalogue: Path, *options: str) -> None:
    """Write the texts of the sources into a catalogue, translations that are there stay. Raises CalledProcessError."""
    command = [tool("lupdate"), *map(str, sources()), "-ts", str(catalogue), "-source-language", "en", *options]
    subprocess.run([*command, "-no-obsolete", "-locations", "none"], check=True, capture_output=True)


def tool(name: str) -> str:
    """One of Qt's translation tools, beside this Python."""
    return str(Path(sys.executable).with_name(f"pyside6-{name}"))


def main() -> int:
    """Bring all catalogues up to date."""
    for language, options in LANGUAGES.items():
        catalogue = FOLDER / f"toolcall_studio_{language}.ts"
        collect(catalogue, *options)
        subprocess.run([tool("lrelease"), str(catalogue)], check=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
