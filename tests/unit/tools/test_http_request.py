"""The request of an HTTP tool: no argument leaves its place, and what is left out is left out or said."""

import json
from typing import Any

import pytest

from studio.session.executors import HttpEndpoint
from studio.tools.filled import UnfilledError
from studio.tools.http_request import HttpRequest, request_of

ENVIRONMENT = {"KEY": "sk/very secret", "BASE": "https://api.example.org:8443/v2", "REGION": "eu"}


def made(endpoint: HttpEndpoint, **arguments: Any) -> HttpRequest:
    return request_of(endpoint, arguments, ENVIRONMENT.__getitem__)


def url(template: str, method: str = "GET", **arguments: Any) -> str:
    return made(HttpEndpoint(template, method), **arguments).url


def refused(template: str, **arguments: Any) -> str:
    with pytest.raises(UnfilledError) as error:
        url(template, **arguments)
    return error.value.sentence


@pytest.mark.parametrize(
    ("value", "segment"),
    [
        ("48213", "48213"),
        (48213, "48213"),
        (True, "true"),
        ("//evil.example/x", "%2F%2Fevil.example%2Fx"),
        ("a?b=c#d&e", "a%3Fb%3Dc%23d%26e"),
        ("@evil.example", "%40evil.example"),
        ("%2e%2e", "%252e%252e"),
        ("a b+ü", "a%20b%2B%C3%BC"),
        ("{other}${KEY}", "%7Bother%7D%24%7BKEY%7D"),
        ("\r\nHost: evil", "%0D%0AHost%3A%20evil"),
        ("...", "..."),
        ("\ud800", "%3F"),
    ],
)
def test_an_argument_stays_inside_its_segment(value: Any, segment: str) -> None:
    assert url("https://h/orders/{id}/lines", id=value) == f"https://h/orders/{segment}/lines"


@pytest.mark.parametrize("value", ["..", ".", "../admin", "a/../b", "..\\admin"])
def test_an_argument_that_would_lead_to_another_path_is_refused(value: str) -> None:
    assert refused("https://h/orders/{id}", id=value) == (
        "id stands in the address and must not lead to another path (. or ..)."
    )


def test_two_arguments_cannot_make_the_way_up_together() -> None:
    assert "another path" in refused("https://h/{a}{b}/x", a=".", b=".")


def test_an_empty_segment_would_be_another_endpoint() -> None:
    assert refused("https://h/orders/{id}", id="") == "id stands in the address and must not be empty."


@pytest.mark.parametrize("given", [{}, {"id": None}])
def test_what_the_address_needs_and_was_left_out_is_said(given: dict[str, Any]) -> None:
    assert refused("https://h/orders/{id}", **given) == "The address needs id, which was left out."


def test_a_pair_of_the_query_is_left_out_with_its_member_and_a_list_becomes_several() -> None:
    template = "https://h/find?q={q}&tag={tags}&limit={limit}&v=2"
    assert url(template, q="a&b", tags=["x y", 2]) == "https://h/find?q=a%26b&tag=x%20y&tag=2&v=2"
    assert refused("https://h/find?range=1-{last}") == "The address needs last, which was left out."


def test_without_a_body_the_rest_becomes_the_query() -> None:
    assert url("https://h/{id}", id=1, a="x y", b=None, c=[1, 2], d={"k": 1}) == (
        "https://h/1?a=x%20y&c=1&c=2&d=%7B%22k%22%3A%201%7D"
    )
    sent = made(HttpEndpoint("https://h/x?v=1", "POST", body="none"), a=1)
    assert (sent.url, sent.body, sent.headers) == ("https://h/x?v=1&a=1", b"", {})


def test_the_rest_of_the_arguments_is_the_body() -> None:
    sent = made(HttpEndpoint("https://h/orders/{id}"), id=1, note="ü", count=2**63, empty=None)
    assert (sent.method, sent.url) == ("POST", "https://h/orders/1")
    assert json.loads(sent.body) == {"note": "ü", "count": 2**63, "empty": None}
    assert sent.headers == {"content-type": "application/json"}
    form = made(HttpEndpoint("https://h/", body="form"), a="x y&z", b=[1, 2])
    assert (form.body, form.headers["content-type"]) == (b"a=x+y%26z&b=1&b=2", "application/x-www-form-urlencoded")


def test_a_method_that_needs_no_body_has_none_when_there_is_nothing_to_say() -> None:
    assert made(HttpEndpoint("https://h/{id}", "DELETE"), id=1) == HttpRequest("DELETE", "https://h/1", {})
    assert made(HttpEndpoint("https://h/{id}", "PATCH"), id=1).body == b"{}"


def test_a_template_that_is_json_keeps_every_value_in_its_string() -> None:
    template = '{"q": "find {q}", "n": "{n}", "more": {"tags": "{tags}", "gone": "{gone}"}, "list": ["{gone}", 1]}'
    sent = made(HttpEndpoint("https://h/", body="text", template=template), q='x", "admin": "', n=3, tags=["a"])
    assert json.loads(sent.body) == {"q": 'find x", "admin": "', "n": 3, "more": {"tags": ["a"]}, "list": [1]}
    assert sent.headers == {"content-type": "application/json"}


def test_a_template_of_another_kind_is_filled_as_it_stands() -> None:
    endpoint = HttpEndpoint(
        "https://h/", headers=(("Content-Type", "text/x"),), body="text", template="<q>{q} {}</q>${KEY}"
    )
    sent = made(endpoint, q="a{b}")
    assert (sent.body, sent.headers) == (b"<q>a{b} {}</q>${KEY}", {"content-type": "text/x"})
    with pytest.raises(UnfilledError, match="The body needs q, which was left out"):
        made(endpoint)


def test_variables_fill_headers_and_addresses() -> None:
    endpoint = HttpEndpoint("${BASE}/x/{id}?key=${KEY}", "GET", (("Authorization", "Bearer ${KEY}"),))
    sent = made(endpoint, id=1)
    assert sent.url == "https://api.example.org:8443/v2/x/1?key=sk%2Fvery%20secret"
    assert sent.headers == {"authorization": "Bearer sk/very secret"}
    assert url("https://${REGION}.example.org/${KEY}") == "https://eu.example.org/sk%2Fvery%20secret"
    assert url("https://me:${KEY}@h/") == "https://me:sk%2Fvery%20secret@h/"


def test_a_server_is_named_by_an_argument_only_where_the_address_says_so() -> None:
    assert url("https://{region}.example.org:{port}/", region="eu-1", port=8080) == "https://eu-1.example.org:8080/"
    assert "name of a server" in refused("https://{region}.example.org/", region="evil.example/")
    assert "name of a server" in refused("https://{region}.example.org/", region="me@evil")
    assert "no user or password" in refused("https://{user}@h/", user="me")
    assert refused("${BASE}{path}", path=".evil.example/") == "The address has no / after the server."


@pytest.mark.parametrize("template", ["h/x", "ftp://h/x", "{url}", "${REGION}/x"])
def test_an_address_begins_with_http(template: str) -> None:
    assert refused(template, url="https://evil/") == "The address does not begin with http:// or https://."
