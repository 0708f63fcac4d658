"""A catalogue of up to 10,240 tools as many servers together have one, and questions that each mean one of them. For `tool_search.py`.

All of it comes from the lists below and a number, so that each run sees the same. Sixteen kinds of services, four services of each; a
service has sixteen things, and ten tools for each of them.
"""

import random
from collections.abc import Sequence

import msgspec

from studio.messages.toolspec import ToolSpec

KINDS = {
    "github gitlab bitbucket gitea": "issue|pull request|branch|commit|release|milestone|label|workflow run|deploy key|fork|review "
    "comment|tag|wiki page|runner|code owner|webhook",
    "zendesk freshdesk intercom helpscout": "ticket|macro|agent|satisfaction rating|trigger|queue|help article|canned reply|escalation|"
    "requester|ticket form|shift|inbox|tour|survey|knowledge gap",
    "stripe adyen paypal mollie": "payment|refund|payout|dispute|invoice|coupon|plan|mandate|balance|checkout page|tax rate|card|receipt|"
    "transfer|price|subscription",
    "salesforce hubspot pipedrive zoho": "lead|deal|account|contact|campaign|quote|forecast|territory|opportunity|meeting note|pipeline|"
    "owner|segment|sequence|call log|product line",
    "slack teams discord mattermost": "channel|message|thread|reaction|member|emoji|huddle|bookmark|reminder|role|invite|pinned post|status"
    "|direct chat|bot|announcement",
    "aws azure gcloud hetzner": "instance|bucket|volume|snapshot|firewall rule|load balancer|subnet|cluster|dns record|access policy|queue "
    "topic|function|image|secret|certificate|quota",
    "gmail outlook fastmail protonmail": "mail|draft|attachment|mail folder|filter|signature|alias|out of office note|calendar event|"
    "contact card|mailing list|spam report|vacation day|template|delegate|conversation",
    "shopify magento woocommerce prestashop": "order|cart|product|variant|discount|shipment|return|customer|gift card|stock level|"
    "collection|storefront theme|supplier|wishlist|shipping zone|barcode",
    "jira asana trello linear": "task|board|sprint|epic|backlog item|subtask|time entry|dependency|custom field|roadmap|estimate|checklist|"
    "assignee|burndown chart|retrospective|swimlane",
    "notion confluence coda slite": "page|database|block|workspace|space|synced table|draft version|page comment|mention|outline|glossary|"
    "attachment file|permission|view|formula|archive",
    "amadeus sabre expedia booking": "flight|hotel room|fare|seat map|itinerary|boarding pass|car rental|lounge|loyalty balance|visa rule|"
    "baggage allowance|train ticket|transfer ride|airport|stopover|cancellation fee",
    "xero quickbooks datev sage": "ledger|journal entry|bill|expense|bank feed|vat return|cost centre|purchase order|credit note|asset|"
    "payroll run|reconciliation|supplier bill|budget|fiscal year|trial balance",
    "datadog grafana newrelic sentry": "dashboard|alert|monitor|metric|incident|log stream|trace|error group|uptime check|on call shift|"
    "service map|silence|source map|span|threshold|heartbeat",
    "workday personio bamboohr gusto": "employee|absence|applicant|contract|salary|onboarding plan|job posting|interview|team|training|"
    "timesheet|bonus|badge|position|work permit|appraisal",
    "maps weather traffic transit": "route|address|forecast day|storm warning|timetable|station|road closure|toll|elevation|place photo|"
    "air quality|tide|parking lot|isochrone|geofence|speed limit",
    "spotify youtube vimeo soundcloud": "playlist|track|album|video|caption|podcast episode|subscriber|watch history|artist|genre|queue "
    "entry|thumbnail|livestream|play count|copyright claim|comment",
}
"""The services of a kind, and the things that each of them has."""

VERBS = (
    ("create", "Make a new {thing}", "make new"),
    ("get", "Read one {thing} with all its details", "read details"),
    ("list", "Show every {thing}, newest first, in pages", "show every newest"),
    ("update", "Change some members of the {thing} and leave the others alone", "change members"),
    ("delete", "Remove the {thing} for good; this cannot be undone", "remove good"),
    ("search", "Look for any {thing} that holds certain text", "look text"),
    ("export", "Write each {thing} to a spreadsheet for download", "download spreadsheet"),
    ("share", "Give another person access to the {thing} by link", "give access link"),
    ("archive", "Put the {thing} away without losing it", "put away without losing"),
    ("watch", "Be told by push whenever the {thing} is touched", "told push whenever"),
)
"""The verb of a name, the description that goes with it, and words of the description that a person may use instead."""

ENDINGS = (
    "Needs the permission to do so.",
    "Call it only after the person agreed.",
    "Gives a list of identifiers.",
    "Fails politely when nothing is there.",
    "Counts against the hourly limit.",
)

ASIDES = (
    "urgent for the customer report",
    "my account owner asked for it",
    "as on the dashboard last month",
    "for the team meeting on mail access",
    "new status page of the product",
)
"""What people also say; words of it stand in other tools."""


class Question(msgspec.Struct, frozen=True):
    """What is searched for, the tool that is meant, and the same with one wrong letter."""

    text: str
    meant: str
    mistyped: str


def tools(count: int) -> tuple[ToolSpec, ...]:
    """The first `count` tools of the catalogue, mixed."""
    return tuple(ToolSpec(name, description) for name, description, *_ in _catalogue()[:count])


def questions(count: int, of_tools: int, seed: int = 5) -> tuple[Question, ...]:
    """`count` questions for tools among the first `of_tools`."""
    chance = random.Random(seed)
    meant = chance.sample(_catalogue()[:of_tools], count)
    return tuple(_question(chance, *each) for each in meant)


def _catalogue() -> list[tuple[str, str, str, str, int]]:
    made = []
    for services, things in KINDS.items():
        for service in services.split():
            for at, thing in enumerate(things.split("|")):
                made += [_tool(service, thing, verb, at) for verb in range(len(VERBS))]
    random.Random(3).shuffle(made)
    return made


def _tool(service: str, thing: str, verb: int, at: int) -> tuple[str, str, str, str, int]:
    name, said, _ = VERBS[verb]
    ending = ENDINGS[(at + verb) % len(ENDINGS)]
    description = f"{said.format(thing=thing)} in {service.capitalize()}. {ending}"
    written = f"{name}_{thing.replace(' ', '_')}"
    style = (f"{service}_{written}", f"{service}-{written.replace('_', '-')}", f"{service}.{_camel(written)}")
    return style[(at + verb) % len(style)], description, service, thing, verb


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _question(chance: random.Random, name: str, _: str, service: str, thing: str, verb: int) -> Question:
    own, _, others = VERBS[verb]
    said, named = chance.choice((own, others)), chance.choice((thing, f"{thing}s"))
    text = chance.choice(
        (
            f"{said} {named} {service}",
            f"{service} {named} {said}",
            f"I want to {said} a {thing} in {service}",
            f"{named}: {said}, on {service.upper()}",
            f"{said} {service}'s {named}, {chance.choice(ASIDES)}",
            f"{chance.choice(ASIDES)}: {said} the {thing} of {service.capitalize()}",
        )
    )
    return Question(text, name, mistype(chance, text, [*thing.split(), service, *said.split()[:1]]))


def mistype(chance: random.Random, text: str, words: Sequence[str]) -> str:
    """`text` with one letter wrong in one of `words`, of at least four letters."""
    word = chance.choice([word for word in words if len(word) >= 4])
    at, letter = chance.randrange(1, len(word) - 1), chance.choice("abcdefghijklmnopqrstuvwxyz")
    wrong = chance.choice(
        (
            word[:at] + letter + word[at + 1 :],
            word[:at] + letter + word[at:],
            word[:at] + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        )
    )
    return text.lower().replace(word, wrong, 1)
