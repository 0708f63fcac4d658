"""One call run once: looked at, started, its result recorded.

Above: `stepper`. Below: `services`. Knows no stop.
"""

from studio.engine.services import Services
from studio.problems import StudioError
from studio.session.events import NO_TIME, CallKey, CallStarted, ResultRecorded
from studio.session.journal import Cursor, Journal
from studio.session.state import CallState
from studio.tools.tool import CallContext, OnOutput, Outcome


class MissedError(StudioError):
    """A recording holds nothing for this."""


class Calling:
    """Runs calls of one session."""

    def __init__(self, journal: Journal, services: Services) -> None:
        self._journal = journal
        self._services = services

    async def run(self, call: CallState, cursor: Cursor, on_output: OnOutput) -> ResultRecorded:
        """Run `call` and append its result. What cannot run gets an error result that the model can read; a cancelled run
        leaves the call started and without a result, because its effect is not known. Raises MissedError in a replay."""
        if not self._services.runs_tools():
            return self._journal.append(self._recorded(call), cursor)
        setup = self._journal.tree.state(cursor.at).setup
        spec = setup.tool(call.call.name)
        if spec is None:
            sent = [tool.name for tool in setup.sent_tools]
            return self._refuse(call.key, self._services.unknown_tool(call.call.name, sent), "unknown_tool", cursor)
        checked = self._services.check(spec, call.call.arguments, call.call.form, setup.coercion)
        if checked.value is None or any(problem.severity == "error" for problem in checked.problems):
            text = self._services.bad_arguments(spec, checked.problems)
            return self._refuse(call.key, text, "bad_arguments", cursor)
        await self._services.prepare(setup, spec)
        self._journal.append(CallStarted(call=call.key), cursor)
        context = CallContext(call_id(call), seconds=spec.seconds or setup.call_seconds, on_output=on_output)
        outcome = await self._services.run_tool(setup, spec, checked.value, context)
        return self._journal.append(_result(call.key, outcome), cursor)

    def _recorded(self, call: CallState) -> ResultRecorded:
        found = self._services.recorded(call)
        if found is None:
            raise MissedError(
                f"The recording has no result for {call.call.name} with these arguments.",
                "Type the result, or switch Tools to live.",
            )
        return found

    def _refuse(self, key: CallKey, text: str, status: str, cursor: Cursor) -> ResultRecorded:
        return self._journal.append(
            ResultRecorded(call=key, source="refused", text=text, is_error=True, status=status), cursor
        )


def call_id(call: CallState) -> str:
    """What the tool is told about which call it serves: the provider's id, else the call's own key."""
    return call.call.id or f"{call.key[0]}.{call.key[1]}"


def _result(key: CallKey, outcome: Outcome) -> ResultRecorded:
    return ResultRecorded(
        call=key,
        source="ran",
        text=outcome.text,
        is_error=outcome.status != "ok",
        status=outcome.status,
        seconds=round(outcome.seconds, 4) or NO_TIME,
        detail=outcome.detail,
        stdout=outcome.stdout,
        stderr=outcome.stderr,
        media=outcome.media,
    )
