"""What one cell may hold, and what to write instead."""

import re
from dataclasses import dataclass
from datetime import date

from sayso.moderator.dsa.template import Kind

LONGEST_TEXT = 5000
PLACEHOLDERS = (
    "yyyy-mm-dd",
    "free text",
    "[...]",
    "[…]",
    'text to detail the "other" keyword',
    "lorem ipsum",
    "to be completed",
    "tbd",
    "xxx",
)
_COUNT = re.compile(r"\d+")
_NUMBER = re.compile(r"\d+(\.\d+)?")
_SEPARATED = re.compile(r"\d{1,3}([,.   '’]\d{3})+(\.\d+)?")
_NOTHING = {"-", "–", "—", "n/a", "na", "n.a.", "none", "nil", "not applicable", "null", "."}
_PERIOD = re.compile(r"(\d{4}-\d{2}-\d{2})/(\d{4}-\d{2}-\d{2})")


@dataclass(frozen=True, slots=True)
class Problem:
    message: str
    hint: str


def is_placeholder(text: str) -> bool:
    plain = text.casefold().strip()
    return plain == "text" or any(mark in plain for mark in PLACEHOLDERS)


def check_cell(kind: Kind, text: str) -> Problem | None:
    """What is wrong with a cell that is not blank."""
    if is_placeholder(text) and (kind not in (Kind.TEXT, Kind.CONTEXT) or len(text) < 60):
        return Problem(
            f"{text!r} is the template's placeholder.", "Write the value itself, or leave the cell blank."
        )
    if kind in (Kind.TEXT, Kind.CONTEXT):
        if len(text) <= LONGEST_TEXT:
            return None
        return Problem(
            f"The text has {len(text):,} characters; {LONGEST_TEXT:,} are allowed.",
            "Shorten it, and put the rest into a document beside the report.",
        )
    if kind is Kind.DATE:
        return None if read_date(text) else Problem(f"{text!r} is not a date.", "Write it as 2027-02-28.")
    if kind is Kind.PERIOD:
        return _check_period(text)
    return _check_number(kind, text) if kind in (Kind.COUNT, Kind.HOURS, Kind.SHARE) else None


def read_date(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if len(text) == 10 else None
    except ValueError:
        return None


def read_number(text: str) -> float | None:
    """The number in a cell, or None where there is none or it is badly written."""
    return float(text) if _NUMBER.fullmatch(text) else None


def _check_period(text: str) -> Problem | None:
    found = _PERIOD.fullmatch(text)
    begin, end = (read_date(part) for part in found.groups()) if found else (None, None)
    if begin and end and begin <= end:
        return None
    return Problem(f"{text!r} is not a period.", "Write begin and end as 2026-01-01/2026-12-31.")


def _check_number(kind: Kind, text: str) -> Problem | None:
    if text.casefold() in _NOTHING:
        return Problem(
            f"{text!r} is not a number.",
            "Leave the cell blank if it can never happen, write 0 if it did not happen.",
        )
    if (
        kind is not Kind.SHARE
        and _SEPARATED.fullmatch(text)
        and not (kind is Kind.HOURS and _NUMBER.fullmatch(text))
    ):
        digits = re.sub(r"\D", "", text)
        return Problem(f"{text!r} has separators between thousands.", f"Write {digits}.")
    if kind is Kind.SHARE:
        return _check_share(text)
    if kind is Kind.HOURS:
        if _NUMBER.fullmatch(text):
            return None
        return Problem(f"{text!r} is not a number of hours.", "Write hours alone, with a point: 36.5.")
    if _COUNT.fullmatch(text):
        return None
    return Problem(
        f"{text!r} is not a whole number.", "Counts are whole numbers without signs, units or points."
    )


def _check_share(text: str) -> Problem | None:
    plain = text.removesuffix("%").strip().replace(",", ".")
    value = read_number(plain)
    if value is None:
        return Problem(f"{text!r} is not a share.", "Write a number from 0 to 1, such as 0.9925.")
    if plain != text and not text.endswith("%"):
        return Problem(f"{text!r} has a comma for the decimal point.", f"Write {plain}.")
    if text.endswith("%") or value > 1:
        share = f"{value / 100:.6f}".rstrip("0").rstrip(".") if value <= 100 else ""
        return Problem(
            f"{text!r} is not between 0 and 1.", f"Write {share}." if share else "Write a number from 0 to 1."
        )
    return None
