"""Error bodies of Anthropic and of what stands before it: words, type and request, whatever the form."""

import pytest

from studio.dialects.anthropic_messages import AnthropicMessages

ANTHROPIC = b'{"type":"error","error":{"type":"rate_limit_error","message":"Slow down."},"request_id":"req_011C"}'


@pytest.mark.parametrize(
    ("status", "body", "message", "kind"),
    [
        (429, ANTHROPIC, "Slow down. (request req_011C)", "rate_limit_error"),
        (400, b'{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: Field required"}}',
         "max_tokens: Field required", "invalid_request_error"),
        (529, b'{"error":{"message":"Overloaded","type":"overloaded_error","details":null}}', "Overloaded", "overloaded_error"),
        (404, b'{"detail":"Not Found"}', "Not Found", ""),
        (422, b'{"detail":[{"loc":["body","messages"],"msg":"field required"}]}', "messages: field required", ""),
        (502, b"<html><head><title>502 Bad Gateway</title></head></html>", "502 Bad Gateway", ""),
        (503, b"upstream connect error", "upstream connect error", ""),
        (413, b"", "Request Entity Too Large", ""),
        (500, b'{"error":{"n":NaN}}', '{"n":NaN}', ""),
        (500, b"[1]", "Internal Server Error", ""),
        (500, b"\xff\xfe", "��", ""),
    ],
)  # fmt: skip
def test_an_error_body_says_what_went_wrong(status: int, body: bytes, message: str, kind: str) -> None:
    error = AnthropicMessages().read_error(status, body)
    assert (error.kind, error.status, error.message, error.type) == ("http", status, message, kind)
    assert error.body == body.decode("utf-8", "replace")
