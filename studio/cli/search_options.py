"""The options of `run` that let the model search for its tools, as members of a setup; and `tools --search`, which tries it.

Above: `run`, `tools`. Below: `workspace`, `terminal`, `tools/tool_index`. An endpoint is asked for vectors only when the model searches.
"""

import argparse
from typing import Any

from msgspec.structs import replace

from studio.cli import answering
from studio.cli.command import CommandError
from studio.cli.terminal import Terminal
from studio.engine.offering import searchable
from studio.messages.toolspec import ToolSpec
from studio.session.responder_choice import ResponderChoice
from studio.session.setup import Setup
from studio.session.toolbox import ToolSearch
from studio.tools.tool_index import ToolIndex
from studio.workspace.workspace import Workspace

UNSAID = ToolSearch()


def add_options(options: argparse.ArgumentParser) -> None:
    """Add them, in a group of their own."""
    group = options.add_argument_group("tools that the model searches for")
    group.add_argument(
        "--search",
        nargs="?",
        choices=("words", "bm25", "vectors"),
        const="words",
        metavar="RANKING",
        help="give the model a search tool, and the tools that it found: by words (when no ranking is named), bm25, or vectors",
    )
    group.add_argument(
        "--search-most", type=_some, metavar="N", help=f"so many tools are found at most ({UNSAID.most})"
    )
    group.add_argument(
        "--embeddings-profile",
        metavar="NAME",
        help="with vectors: the profile that is asked (else the one that answers)",
    )
    group.add_argument("--embeddings-model", metavar="NAME", help="with vectors: the model that makes them")


def members(workspace: Workspace, answers: ResponderChoice, given: argparse.Namespace) -> dict[str, Any]:
    """The members of the setup that the options give. Raises CommandError for options that do not go together."""
    if given.search is None:
        for name in ("search_most", "embeddings_profile", "embeddings_model"):
            if getattr(given, name) is not None:
                raise CommandError(f"--{name.replace('_', '-')} goes with --search.")
        return {}
    search = ToolSearch(on=True, ranking=given.search, most=given.search_most or UNSAID.most)
    if given.search != "vectors":
        if given.embeddings_profile or given.embeddings_model:
            raise CommandError("Words need no embeddings.", "Write --search vectors.")
        return {"search": search}
    return {"search": replace(search, embeddings=_embeddings(workspace, answers, given))}


def _embeddings(workspace: Workspace, answers: ResponderChoice, given: argparse.Namespace) -> ResponderChoice:
    if not given.embeddings_model:
        raise CommandError("The name of the model that makes vectors is missing.", "Add --embeddings-model NAME.")
    choice = answers
    if given.embeddings_profile:
        profile = answering.named(workspace, given.embeddings_profile)
        answering.need_key(workspace, profile)
        choice = workspace.choice(profile)
    return ResponderChoice("live", choice.profile, choice.dialect, choice.base_url, given.embeddings_model)


def _some(text: str) -> int:
    """A number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"wants a whole number from 1 on, and was given {text!r}")
    return int(text)


def print_ranking(terminal: Terminal, specs: tuple[ToolSpec, ...], query: str) -> None:
    """Print what a search for `query` would find among the tools, by words and by BM25, with scores. Those that are always visible
    are never found."""
    index = ToolIndex(searchable(Setup(tools=specs)))
    by_words, by_bm25 = (index.find(query, UNSAID.most, ranking) for ranking in ("words", "bm25"))
    for title, ranked in (("words", by_words), ("bm25", by_bm25)):
        terminal.line(title if ranked else f"{title}: nothing is found", "heading")
        for each in ranked:
            terminal.line(f"  {each.score:7.2f}  {each.name}  ({', '.join(each.words)})")
    terminal.value({"query": query, "words": by_words, "bm25": by_bm25})
