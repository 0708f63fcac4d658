"""Why a connection failed, in a sentence, from the error at the bottom."""

import errno
import socket
import ssl

import pytest

from studio.wire.http_errors import connection_sentence


def certificate() -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError(1, "[SSL: CERTIFICATE_VERIFY_FAILED]")
    error.verify_message = "self-signed certificate"
    return error


@pytest.mark.parametrize(
    ("cause", "sentence"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, "x"), "Nothing listens at h:1. Is the local server started?"),
        (
            ExceptionGroup("x", [OSError(errno.ECONNREFUSED, "x")]),
            "Nothing listens at h:1. Is the local server started?",
        ),
        (certificate(), "The certificate of h:1 could not be checked (self-signed certificate)."),
        (ssl.SSLError(1, "wrong version"), "h:1 does not speak TLS as expected. Is it http:// instead of https://?"),
        (socket.gaierror(-2, "x"), "The name h was not found. Is the address right, and is there a network?"),
        (OSError(errno.ENETUNREACH, "x"), "There is no way to h:1. Is there a network?"),
        (OSError("x"), "No connection to h:1 could be made."),
    ],
)
def test_the_error_at_the_bottom_is_told(cause: Exception, sentence: str) -> None:
    middle = OSError("All connection attempts failed")
    middle.__cause__ = cause
    top = RuntimeError("x")
    top.__context__ = middle
    assert connection_sentence(top, "h:1") == sentence
