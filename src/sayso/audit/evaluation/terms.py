"""Words for groups of people, to find which group a sentence made from a template speaks of."""

import re
from collections.abc import Sequence
from pathlib import Path

from sayso.core.errors import BadFile

LISTED = """
african, american, arab, asexual, asian, atheist, autistic, bisexual, black, blind, brown, buddhist, catholic,
caucasian, chinese, christian, cisgender, conservative, deaf, disabled, elderly, european, female, feminist,
foreign, foreigner, gay, girl, heterosexual, hindu, hispanic, homeless, homosexual, immigrant, indian,
indigenous, intersex, japanese, jew, jewish, korean, latina, latino, lesbian, lgbt, lgbtq, liberal, male, man,
men, mexican, middle eastern, migrant, muslim, native american, non-binary, nonbinary, old, pakistani,
pansexual, polish, poor, protestant, queer, refugee, roma, romani, russian, sikh, straight, teenage, teenager,
trans, transgender, turkish, veteran, white, woman, women, young
"""
TERMS = tuple(" ".join(term.split()) for term in LISTED.split(","))
_PLACEHOLDER = re.compile(r"<([^<>]+)>|\{([^{}]+)\}|\[([^\[\]]+)\]|\b([A-Z][A-Z_]{3,})\b")
_IDENTITY = re.compile(r"ident|group|term|people|person", re.IGNORECASE)


def read_term_file(path: Path) -> tuple[str, ...]:
    """One term a line."""
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except OSError as error:
        raise BadFile(f"The terms cannot be read from {str(path)!r}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"{path.name} is not UTF-8 text.") from error
    terms = tuple(line.strip() for line in lines if line.strip())
    if not terms:
        raise BadFile(f"{path.name} holds no terms.", hint="Write one term a line.")
    return terms


class TermFinder:
    """Which terms stand in a text as whole words, or with a plural s; a longer one hides those inside it."""

    def __init__(self, terms: Sequence[str] = TERMS) -> None:
        longest_first = sorted(
            {" ".join(term.lower().split()) for term in terms}, key=lambda term: -len(term)
        )
        body = "|".join(re.escape(term).replace(r"\ ", r"\s+") for term in longest_first)
        self._pattern = re.compile(rf"(?<!\w)(?:{body})s?(?!\w)", re.IGNORECASE)
        self._terms = frozenset(longest_first)

    def find(self, text: str) -> tuple[str, ...]:
        found = (" ".join(match[0].lower().split()) for match in self._pattern.finditer(text))
        return tuple(dict.fromkeys(one if one in self._terms else one.removesuffix("s") for one in found))


def read_filling(template: str, text: str) -> str | None:
    """What the text has where its template has a place for a group: <identity>, {term}, [group], IDENTITY.

    None where the template has no such place or the text does not follow it.
    """
    pattern, at = "", 0
    for place in _PLACEHOLDER.finditer(template):
        if place[0] in text:  # a word in capitals, and no place to fill
            continue
        name = next(filter(None, place.groups()))
        is_wanted = _IDENTITY.search(name) and "(?P<term>" not in pattern
        pattern += re.escape(template[at : place.start()]) + ("(?P<term>.+?)" if is_wanted else ".+?")
        at = place.end()
    if "(?P<term>" not in pattern:
        return None
    match = re.fullmatch(pattern + re.escape(template[at:]), text, re.IGNORECASE | re.DOTALL)
    return " ".join(match["term"].lower().split()) if match else None
