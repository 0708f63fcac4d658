"""The request that goes now beside the recorded ones: whether it is the next of them, and if not, where it differs.

Above: `replay`. Below: `difference`, `missing`, `recording`. Changes nothing.
"""

from studio.dialects.json_bytes import loads
from studio.engine.difference import Difference, first_difference
from studio.engine.missing import Miss, request_missed
from studio.engine.recording import Recording
from studio.engine.volatile import Volatile
from studio.problems import StudioError
from studio.responders.responder import Asked
from studio.said import said
from studio.session.events import RequestSent
from studio.session.journal import Journal

NO_FURTHER = said("The recording holds no further request here.")


class ComparedRequests:
    """The requests of a replay into `journal`; what is `volatile` may differ."""

    def __init__(self, recording: Recording, journal: Journal, volatile: Volatile) -> None:
        self._recording = recording
        self._journal = journal
        self._volatile = volatile

    def missed(self, expected: RequestSent | None, asked: Asked) -> tuple[str, Miss | None]:
        """A sentence when the `expected` recorded request (None: there is none) is not what is asked, empty when it is; and what was
        missed, None where nothing was."""
        try:
            if expected is not None and self._differs(expected, asked) is None:
                return "", None
            tree = self._journal.tree
            miss = request_missed(
                self._recording, tree.state(tree.last), lambda old: self._differs(old, asked), expected
            )
        except (StudioError, ValueError) as error:
            return said("The recorded request cannot be compared. {why}", why=error), Miss("request")
        if expected is None or miss.difference is None:
            return NO_FURTHER, miss
        return said("The request differs from the recorded one at {pointer}.", pointer=miss.difference.pointer), miss

    def _differs(self, event: RequestSent, asked: Asked) -> Difference | None:
        tree = self._journal.tree
        sent = tree.event(tree.last)
        if not isinstance(sent, RequestSent):
            return first_difference(loads(self._recording.body(event)), loads(asked.body()), self._volatile)
        if sent.digest == event.digest:
            return None
        # As both are kept, secrets blanked: a secret is no difference and is never shown as one.
        return first_difference(loads(self._recording.body(event)), loads(tree.body(sent.id)), self._volatile)
