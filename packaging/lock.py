#!/usr/bin/env python3
"""Writes the three lock files beside it: `python packaging/lock.py`, with `--upgrade` for newer releases.

Reads pyproject.toml; uses uv in a throw-away environment; the files hold versions and hashes for every system, and no address.
"""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent / "pyproject.toml"
RUNTIME = HERE / "requirements.lock"
DEV = HERE / "requirements-dev.lock"
BENCH = HERE / "requirements-bench.lock"
OLDEST_PYTHON = "3.11"


def main(arguments: list[str]) -> int:
    """Make all files anew; the exit code of the first command that fails, else 0."""
    upgrade = ["--upgrade"] if "--upgrade" in arguments else []
    with tempfile.TemporaryDirectory() as folder:
        uv = _fetch_uv(Path(folder))
        for target, extra in ((RUNTIME, ""), (DEV, "dev"), (BENCH, "bench")):
            more = ["--extra", extra, "--constraint", str(RUNTIME)] if extra else []
            code = _compile(uv, target, [*more, *upgrade])
            if code:
                return code
    return 0


def _fetch_uv(folder: Path) -> Path:
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    subprocess.run([str(scripts / "python"), "-m", "pip", "install", "--quiet", "uv"], check=True)
    return scripts / "uv"


def _compile(uv: Path, target: Path, more: list[str]) -> int:
    command = [str(uv), "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-emit-index-url"]
    command += ["--python-version", OLDEST_PYTHON, "--custom-compile-command", "python packaging/lock.py"]
    whole = [*command, *more, str(PROJECT), "--output-file", str(target)]
    code = subprocess.run(whole, check=False, cwd=HERE.parent).returncode
    if code == 0 and "://" in target.read_text(encoding="utf-8"):
        print(f"{target.name} names an address: it must hold names, versions and hashes only.", file=sys.stderr)
        return 1
    return code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
