"""Says why a connection could not be made, from the error that lies at the bottom.

Above: `http_client`. Below: the standard library. Knows no httpx.
"""

import errno
import re
import socket
import ssl
from collections.abc import Iterator

from studio.said import said


def connection_sentence(error: BaseException, place: str, proxy: str = "") -> str:
    """What stood in the way of a connection to `place` (host:port): nobody listens, no such name, a certificate, no route; or
    the proxy on the way, named `proxy` (host:port)."""
    causes = list(_causes(error))
    for cause in causes:
        match cause:
            case ssl.SSLCertVerificationError():
                return said(
                    "The certificate of {place} could not be checked ({why}).",
                    place=place,
                    why=cause.verify_message,
                )
            case ssl.SSLError():
                return said("{place} does not speak TLS as expected. Is it http:// instead of https://?", place=place)
            case socket.gaierror() if not proxy:
                name = place.rpartition(":")[0]
                return said("The name {name} was not found. Is the address right, and is there a network?", name=name)
            case _:
                continue
    if proxy:
        return said(
            "The proxy {proxy} gave no connection to {place}{why}.", proxy=proxy, place=place, why=_status(error)
        )
    numbers = {cause.errno for cause in causes if isinstance(cause, OSError)}
    if errno.ECONNREFUSED in numbers or any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return said("Nothing listens at {place}. Is the local server started?", place=place)
    if numbers & {errno.ENETUNREACH, errno.EHOSTUNREACH}:
        return said("There is no way to {place}. Is there a network?", place=place)
    return said("No connection to {place} could be made.", place=place)


def _status(error: BaseException) -> str:
    """The HTTP status with which a proxy refused, at the start of its message."""
    found = re.match(r"[1-5]\d\d\b", str(error))
    return f" ({found[0]})" if found else ""


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, what it came from, and the members of groups, outermost first."""
    seen: set[int] = set()
    waiting = [error]
    while waiting:
        one = waiting.pop(0)
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        waiting.extend((one.__cause__, one.__context__))
        if isinstance(one, BaseExceptionGroup):
            waiting.extend(one.exceptions)
