"""One call under way in the worker: what it printed so far, and what its end means as an outcome.

Above: `python_file`. Below: `strategies`. Knows no process.
"""

import asyncio
import time
from typing import Any

from studio.messages.parts import Image
from studio.tools import strategies
from studio.tools.tool import OnOutput, OnProgress, Outcome, Status


class PythonCall:
    """A call of the function `name`. `done` becomes what the worker said, or None when its process ended."""

    def __init__(self, name: str, on_output: OnOutput | None = None, on_progress: OnProgress | None = None) -> None:
        self.name = name
        self.done: asyncio.Future[dict[str, Any] | None] = asyncio.get_running_loop().create_future()
        self._on_output = on_output
        self._on_progress = on_progress
        self._printed: dict[str, list[str]] = {"stdout": [], "stderr": []}
        self._begun = time.monotonic()

    def take_output(self, stream: str, text: str) -> None:
        """Keep `text` of `stdout` or `stderr` and pass it on."""
        self._printed[stream].append(text)
        if self._on_output is not None:
            self._on_output(stream, text)

    def take_progress(self, fraction: float | None, text: str) -> None:
        """Pass on how far the call says it is; nothing of it is kept."""
        if self._on_progress is not None and not self.done.done():
            self._on_progress(fraction, text)

    def finish(self, told: dict[str, Any] | None) -> None:
        """The worker's last word; None when there will be none. Only the first counts."""
        if not self.done.done():
            self.done.set_result(told)

    def outcome(self, why: str, last_words: str) -> Outcome:
        """The outcome of the ended call; `why` and `last_words` tell of the process when that ended."""
        told = self.done.result()
        if told is None:
            return self._outcome("died", strategies.worker_died(self.name, why), last_words)
        if told["status"] == "ok":
            media = tuple(Image(each["url"], each["media_type"]) for each in told.get("media", ()))
            return self._outcome("ok", told["text"], seconds=told["seconds"], media=media)
        if told["status"] == "too_long":
            return self._outcome("error", strategies.result_too_long(self.name, told["size"]), seconds=told["seconds"])
        if told["status"] == "cancelled":
            return self._outcome("error", strategies.tool_error("CancelledError", ""), seconds=told["seconds"])
        if told["status"] == "unfit":
            text = strategies.unfit_value(self.name, told["type"], told["message"], told.get("parameter", ""))
        else:
            text = strategies.tool_error(told["type"], told["message"])
        return self._outcome("error", text, told["traceback"], told["seconds"])

    def timed_out(self, seconds: float) -> Outcome:
        """The outcome of a call that was stopped after `seconds`; its own, when it came to its end all the same.

        An error that it raised once it knew that it was to stop is how it stopped, and no result.
        """
        told = self.done.result() if self.done.done() else None
        stopped = told is None or told["status"] == "cancelled" or (told["status"] == "error" and told.get("late"))
        if not stopped:
            return self.outcome("", "")
        detail = "" if told is None else told.get("traceback", "")
        return self._outcome("timeout", strategies.timed_out(self.name, seconds), detail)

    def _outcome(
        self,
        status: Status,
        text: str,
        detail: str = "",
        seconds: float | None = None,
        media: tuple[Image, ...] = (),
    ) -> Outcome:
        printed = {stream: "".join(texts) for stream, texts in self._printed.items()}
        took = time.monotonic() - self._begun if seconds is None else seconds
        return Outcome(status, text, detail, printed["stdout"], printed["stderr"], took, media)
