"""Our tool search beside SQLite's FTS5: 1,000 and 10,000 tools, labelled questions, with and without a typing error. Run:
python -m tests.bench.tool_search

Both in one process and one run, by turns; processor time, the least of several rounds. Recall@5: how often the tool that was meant is
among the first five. SPEED.md: 0.2 ms at 1,000 tools and 1.5 ms at 10,000; recall@5 with a typing error at least .95.
"""

import gc
import re
import sqlite3
import time
from collections.abc import Callable, Sequence

from studio.messages.toolspec import ToolSpec
from studio.tools.tool_index import ToolIndex, WordRanking
from tests.bench.many_tools import Question, questions, tools

ROUNDS = 5
QUESTIONS = 400
MOST = 5

Find = Callable[[str], Sequence[str]]


def fts5(specs: Sequence[ToolSpec]) -> Find:
    """SQLite's full-text search, any of the words, a word of the name worth two."""
    base = sqlite3.connect(":memory:")
    base.execute("CREATE VIRTUAL TABLE tools USING fts5(name, description, tokenize='unicode61')")
    spaced = [(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", spec.name), spec.description) for spec in specs]
    base.executemany("INSERT INTO tools (name, description) VALUES (?, ?)", spaced)
    asked = "SELECT rowid FROM tools WHERE tools MATCH ? ORDER BY bm25(tools, 2.0, 1.0) LIMIT ?"

    def find(query: str) -> list[str]:
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        return [specs[row - 1].name for (row,) in base.execute(asked, (words, MOST))]

    return find


def ours(index: ToolIndex, ranking: WordRanking) -> Find:
    """Our index."""
    return lambda query: [found.name for found in index.find(query, MOST, ranking)]


def recall(find: Find, asked: Sequence[Question], *, mistyped: bool) -> float:
    """How often the tool that was meant is found."""
    return sum(each.meant in find(each.mistyped if mistyped else each.text) for each in asked) / len(asked)


def by_turns(finds: dict[str, Find], texts: Sequence[str]) -> dict[str, float]:
    """Milliseconds of processor time a query, the least of several rounds in which all take turns."""
    least = dict.fromkeys(finds, float("inf"))
    for _ in range(ROUNDS):
        for name, find in finds.items():
            gc.collect()
            began = time.process_time()
            for text in texts:
                find(text)
            least[name] = min(least[name], (time.process_time() - began) * 1000 / len(texts))
    return least


def measure(count: int) -> None:
    """Print the figures for a catalogue of `count` tools."""
    specs, asked = tools(count), questions(QUESTIONS, count)
    began = time.process_time()
    index = ToolIndex(specs)
    built = time.process_time() - began
    began = time.process_time()
    index.update((*specs, ToolSpec("one_more", "Something new.")))
    added = time.process_time() - began
    index.update(specs)
    print(f"{count:,} tools: built in {built * 1000:.0f} ms, one more in {added * 1000:.2f} ms")
    finds = {"words": ours(index, "words"), "bm25": ours(index, "bm25"), "FTS5": fts5(specs)}
    plain = by_turns(finds, [each.text for each in asked])
    wrong = by_turns(finds, [each.mistyped for each in asked])
    for name, find in finds.items():
        right, typo = recall(find, asked, mistyped=False), recall(find, asked, mistyped=True)
        print(
            f"  {name:6}{plain[name]:7.3f} ms a query ({plain[name] / plain['FTS5']:5.2f} of FTS5), recall@5 {right:.3f}"
            f"   with a typing error{wrong[name]:7.3f} ms, recall@5 {typo:.3f}"
        )


if __name__ == "__main__":
    for size in (1_000, 10_000):
        measure(size)
