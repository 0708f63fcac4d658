"""`sample FILE --kept [ID]`: what came of samples that a session keeps, printed once more. Reads the file only and asks nobody.

Above: `sample`. Below: `workspace/sampled`, `present/sample_text`.
"""

import argparse
from pathlib import Path

from studio.cli.command import BAD_FILE, DONE, CommandError, failing
from studio.cli.terminal import Terminal
from studio.present.sample_text import sample_lines
from studio.workspace.workspace import Workspace

_ALWAYS = ("file", "as_json", "kept")


def idle_option(options: argparse.ArgumentParser, given: argparse.Namespace) -> str:
    """An option that does nothing beside `--kept`; empty where there is none."""
    said = (name for name, value in vars(given).items() if name not in _ALWAYS and value != options.get_default(name))
    return next((f"--{name.replace('_', '-')}" for name in said), "")


async def print_kept(terminal: Terminal, file: Path, id: str) -> int:
    """Print the sample of that id, or (empty) all of them. CommandError 2 when there is no such, 3 when the file is none."""
    workspace = Workspace()
    try:
        with failing(BAD_FILE):
            session = workspace.look(file)
        ids = [sample.id for sample in session.samples()]
        if id and id not in ids:
            raise CommandError(f"{file.name} keeps no sample {id}.", f"It keeps: {', '.join(ids) or 'none'}.")
        reports = [session.sample_report(each) for each in ids if id in ("", each)]
    finally:
        await workspace.close()
    if not reports:
        terminal.line(f"{file.name} keeps no sample.", "quiet")
    for at, report in enumerate(reports):
        if at:
            terminal.line()
        terminal.line(f"Sample {report.id}, at step {report.at}", "heading")
        terminal.lines(sample_lines(report))
    terminal.value({"file": str(file), "samples": reports})
    return DONE
