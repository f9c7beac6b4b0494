"""The eleven parts of Annex I to Implementing Regulation (EU) 2024/2835, as data."""

import re
from collections.abc import Iterator

from sayso.moderator.dsa.template import Column, Kind, Part, Provider, Row, load_categories

TOTAL, EVERY = "TOTAL", "Total number"
NO_ORDER, NO_NOTICE, TERMS_ONLY = (
    "STATEMENT_CATEGORY_NOT_SPECIFIED_ORDER",
    "STATEMENT_CATEGORY_NOT_SPECIFIED_NOTICE",
    "STATEMENT_CATEGORY_OTHER_VIOLATION_TC",
)
STATES = frozenset(
    re.findall(r"\w+", "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK")
)
LANGUAGES = frozenset(
    re.findall(r"\w+", "bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv")
)


def list_keys(number: int) -> Iterator[str]:
    """What stands in the category column of part 3, 4, 5 or 6, from top to bottom."""
    only = {TERMS_ONLY: 6, NO_ORDER: 3, NO_NOTICE: 4}
    yield TOTAL
    for category in load_categories():
        if only.get(category.key, number) == number:
            yield category.key
            yield from category.kinds


_FRONT = (
    Column("Applicability", Kind.CONTEXT),
    Column("Service", Kind.SERVICE),
    Column("Reporting period", Kind.PERIOD),
)
_OTHER_KIND = Column('Description of the sub-category "Other"', Kind.CONTEXT)


def _make_category_part(
    number: int, name: str, first: str, titles: str, *, scope: bool, context: str
) -> Part:
    numbers = tuple(
        Column(title, Kind.HOURS if title.startswith("Median") else Kind.COUNT) for title in titles.split("|")
    )
    contexts = tuple(Column(f"{context} {column.title}", Kind.CONTEXT) for column in numbers)
    scopes = (Column("Scope", Kind.KEY),) if scope else ()
    keys = ((key, TOTAL) if scope else (key,) for key in list_keys(number))
    owed_by = Provider.HOSTING if number == 4 else Provider.INTERMEDIARY
    return Part(
        number,
        name,
        (*_FRONT, Column(first, Kind.KEY), _OTHER_KIND, *scopes, *numbers, *contexts),
        tuple(Row(key, owed_by=owed_by) for key in keys),
    )


ORDERS = (
    "Number of orders to act against illegal content received"
    "|Number of specific items of information included in the total number of orders to act against illegal"
    " content"
    "|Median time to inform the authority of the receipt of the order to act against illegal content"
    "|Median time to give effect to the order to act against illegal content"
    "|Number of orders to provide information"
    "|Median time to inform the authority of the receipt of the order to provide information"
    "|Median time to give effect to the order to provide information"
)
ITEMS = "Number of specific items of information included in the total number of notices"
NOTICES = (
    "Number of notices received|Number of notices received from Trusted flaggers"
    f"|{ITEMS}|{ITEMS} by Trusted Flaggers (Trusted Flagger notices)"
    "|Median time to take action|Median time to take action (Trusted Flagger notices)"
    "|Number of actions taken on the basis of the law"
    "|Number of actions taken on the basis of the law (Trusted Flagger notices)"
    "|Number of actions taken on the basis of the terms and conditions of the service"
    "|Number of actions taken on the basis of the terms and conditions of the service"
    " (Trusted Flagger notices)"
)
MEASURES = "Number of measures taken at the provider's own initiative"
DETECTED = "Number of measures taken after detection with solely automated means"
RESTRICTIONS = tuple(
    f"{area} {kind}"
    for area, kinds in (
        (
            "Visibility restriction",
            (
                "Removal",
                "Disable",
                "Demoted",
                "Age restricted",
                "Interaction restricted",
                "Labelled",
                "Other",
            ),
        ),
        ("Monetary restriction", ("Suspension", "Termination", "Other")),
        ("Provision of the service", ("Suspension", "Termination")),
        ("Account restriction", ("Suspension", "Termination")),
    )
    for kind in kinds
)
OWN_INITIATIVE = "|".join((MEASURES, DETECTED, *RESTRICTIONS))

_BY_INDICATOR = (
    *_FRONT,
    Column("Section", Kind.CONTEXT),
    Column("Indicator", Kind.KEY),
    Column("Scope", Kind.KEY),
    Column("Value", Kind.COUNT),
)
_CONTEXT = Column("Contextual Information", Kind.CONTEXT)

UPHELD, PARTLY, REVERSED = "Decisions upheld", "Decisions partially reversed", "Decisions reversed"
MEDIAN, OMITTED, IMPLEMENTED = "Median time", "Decision omitted", "Percentage of outcomes implemented"
COMPLAINTS = "Number of complaints submitted to the internal-complaints mechanism"
DISPUTES = "Number of disputes submitted to out-of-court dispute settlement bodies"
NEW_RESTRICTIONS = "Number of restrictions newly imposed as a result of an internal complaint"
BASES = (
    "Complaint regarding a decision to remove or disable access to or restrict visibility of information",
    "Complaint regarding a decision to suspend or terminate the provision of the service",
    "Complaint regarding a decision to suspend or terminate an account",
    "Complaint regarding a decision to restrict the ability to monetise information",
    "Complaint regarding a decision not to take action on a notice submitted in accordance with Article 16",
    "Complaint regarding a decision not to take action on a notice submitted by a Trusted Flagger"
    " in accordance with Article 16",
)
SUSPENSIONS = tuple(
    f"Number of suspensions enacted for the provision of manifestly {what}"
    for what in ("illegal content", "unfounded notices", "unfounded complaints")
)


def _list_complaints() -> Iterator[Row]:
    def rows(section: str, indicator: str, *scopes: str) -> Iterator[Row]:
        for scope in (EVERY, *scopes):
            kind = {MEDIAN: Kind.HOURS, IMPLEMENTED: Kind.SHARE}.get(scope, Kind.COUNT)
            first = indicator == COMPLAINTS and scope == EVERY
            yield Row(
                (indicator, scope),
                kind=kind,
                owed_by=Provider.INTERMEDIARY if first else Provider.PLATFORM,
                section=section,
            )

    inside, outside = "Internal complaints mechanism", "Out-of-court dispute settlement bodies"
    outcomes = (UPHELD, PARTLY, REVERSED, MEDIAN)
    yield from rows(inside, COMPLAINTS, *outcomes, OMITTED)
    yield from rows(inside, NEW_RESTRICTIONS)
    for basis in BASES:
        yield from rows(inside, basis, *outcomes)
    yield from rows(outside, DISPUTES, *outcomes, OMITTED, IMPLEMENTED)
    for suspension in SUSPENSIONS:
        yield from rows("Suspensions imposed on repeated offenders", suspension)


SOLELY, NOT_SOLELY = (
    "Number of measures solely taken by automated means",
    "Number of measures not taken by automated means",
)
NOTICES_SOLELY, NOTICES_NOT_SOLELY = (
    "Number of notices solely processed by automated means",
    "Number of notices not processed by automated means",
)
ACCURACY = tuple(f"Accuracy of the automated means - {what}" for what in ("Accuracy", "Precision", "Recall"))
OWN = "Own-initiative"


def _list_automated() -> Iterator[Row]:
    section = "Use of automated means for content moderation"
    for scope, counts, owed_by in (
        (EVERY, (SOLELY, NOT_SOLELY), Provider.INTERMEDIARY),
        (OWN, (SOLELY, NOT_SOLELY), Provider.INTERMEDIARY),
        ("NAM Total", (NOTICES_SOLELY, NOTICES_NOT_SOLELY), Provider.HOSTING),
        ("NAM Trusted Flagger", (NOTICES_SOLELY, NOTICES_NOT_SOLELY), Provider.PLATFORM),
        *((language, (SOLELY, NOT_SOLELY), Provider.VERY_LARGE) for language in sorted(LANGUAGES)),
    ):
        for count in counts:
            yield Row((count, scope), owed_by=owed_by, section=section)
        for share in ACCURACY:
            yield Row((share, scope), kind=Kind.SHARE, owed_by=owed_by, section=section)


def _list_people() -> Iterator[Row]:
    section = "Human resources dedicated to content moderation"
    able = "Number of total moderators with sufficient linguistic expertise"
    for indicator in (
        "Number of internal moderators employed by the provider",
        "Number of external moderators contracted by the provider",
        able,
    ):
        yield Row((indicator, EVERY), owed_by=Provider.VERY_LARGE, section=section)
    for language in sorted(LANGUAGES):
        yield Row((able, language), owed_by=Provider.VERY_LARGE, section=section)


_RECIPIENTS = "Number of average monthly active recipients during the reporting period"
_IDENTIFICATION = {
    "Name of the service provider": Kind.TEXT,
    "Date of the publication of the report": Kind.DATE,
    "Date of the publication of the latest previous report": Kind.DATE,
    "Starting date of reporting period": Kind.DATE,
    "Ending date of reporting period": Kind.DATE,
}
_OF_ALL = (
    "Summary of the content moderation engaged in at the providers' own initiative",
    "Meaningful and comprehensible information regarding content moderation engaged in at the providers' own"
    " initiative",
    "Qualitative description of the automated means",
    "Qualitative description of indicators of accuracy and possible rate of error of automated means",
    "Specification of the precise purposes to apply automated means",
    "Safeguards applied to the use of automated means",
)
_OF_VERY_LARGE = (
    "High-level description of the content moderation governance structure",
    "Qualifications of the human resources dedicated to content moderation",
    "Training given to human resources dedicated to content moderation",
    "Support given to human resources dedicated to content moderation",
    "Methodology used to compute the number of human resources dedicated to content moderation",
)


def _list_categories() -> Iterator[Row]:
    yield Row((TOTAL, "All the entries", TOTAL), kind=Kind.CONTEXT)
    for number, category in enumerate(load_categories(), 1):
        label = f"Category {number}"
        yield Row((label, category.name, category.key), kind=Kind.CONTEXT)
        for letter, (key, name) in zip("abcdefghijk", category.kinds.items(), strict=False):
            yield Row((label + letter, name, key), kind=Kind.CONTEXT)


PARTS = (
    Part(
        1,
        "summary",
        (_FRONT[0], _FRONT[1], Column("Indicator", Kind.KEY), Column("Value", Kind.TEXT)),
        tuple(Row((indicator,), kind=kind) for indicator, kind in _IDENTIFICATION.items()),
    ),
    Part(
        2,
        "categories_names",
        (
            Column("Category label", Kind.KEY),
            Column("Category description", Kind.KEY),
            Column("Category of illegal content / incompatible with the terms and conditions", Kind.KEY),
            Column("Contextual information", Kind.CONTEXT),
        ),
        tuple(_list_categories()),
    ),
    _make_category_part(
        3,
        "member_states_orders",
        "Category of illegal content",
        ORDERS,
        scope=True,
        context="Contextual information on",
    ),
    _make_category_part(
        4,
        "notices",
        "Category of illegal content",
        NOTICES,
        scope=False,
        context="Contextual information on",
    ),
    _make_category_part(
        5,
        "own_initiative_illegal",
        "Category of illegal content",
        OWN_INITIATIVE,
        scope=False,
        context="Contextual Information on",
    ),
    _make_category_part(
        6,
        "own_initiative_TC",
        "Category of incompatibility with the provider's terms and conditions",
        OWN_INITIATIVE,
        scope=False,
        context="Contextual Information on",
    ),
    Part(7, "appeals_and_recidivism", (*_BY_INDICATOR, _CONTEXT), tuple(_list_complaints())),
    Part(8, "automated_means", (*_BY_INDICATOR, _CONTEXT), tuple(_list_automated())),
    Part(9, "human_resources", (*_BY_INDICATOR, _CONTEXT), tuple(_list_people())),
    Part(
        10,
        "AMAR",
        _BY_INDICATOR,
        tuple(
            Row((_RECIPIENTS, scope), owed_by=Provider.VERY_LARGE, section="AMAR")
            for scope in (TOTAL, *sorted(STATES))
        ),
    ),
    Part(
        11,
        "qualitative",
        (*_FRONT, Column("Indicator", Kind.KEY), Column("Value", Kind.TEXT)),
        (
            *(Row((indicator,), kind=Kind.TEXT) for indicator in _OF_ALL),
            *(Row((one,), kind=Kind.TEXT, owed_by=Provider.VERY_LARGE) for one in _OF_VERY_LARGE),
        ),
    ),
)
