"""English inflections taken off, so that idiots, sillier and damned are found by idiot, silly and damn.

The stemmer is a library's, Snowball's (docs/decisions/0020). What it leaves of comparison and of irregular
plurals is added here; what it takes off that makes another word of it is put back: "important" is no form of
"import", nor "witness" of "wit".
"""

import re
from functools import lru_cache
from typing import cast

from snowballstemmer.english_stemmer import EnglishStemmer

_LONGEST = 40
_POSSESSIVE = re.compile("['’]s?$")
_ENDING = re.compile("(?:ies|ied|es|(?<!s)s|ed|d|ings?|ly|e|y|i)$")
_COMPARED_BY_Y = re.compile("(?<=[a-z]{3}i)(?:er|est)$")

# Only for these is -er a comparison for sure: "number" is no form of "numb", nor "hooker" of "hook".
_ADJECTIVES = """
    big black blind bold brave brown cheap cold cool crude cruel cute dark dead deaf dense dim dull dumb fair
    fake fat fine foul frail fresh full gay great green gross hard harsh hot kind lame large light loud low
    mad mean meek mild near nice odd old pale pink plain poor proud queer quick rich rough rude sad sane sharp
    short sick sleek slow small smart soft sour stale stark stout straight strict strong sweet tall
    tame thick thin tight tough vague vain vile warm weak weird white wide wild wise young
"""
_IRREGULAR = """
    dormice/dormouse dwarves/dwarf elves/elf geese/goose hooves/hoof lice/louse loaves/loaf men/man mice/mouse
    oxen/ox peoples/person scarves/scarf selves/self sheaves/sheaf wharves/wharf women/woman
    woodlice/woodlouse
"""
# Every word that ends like this is such a plural: grandchildren, salespeople, housewives.
_IRREGULAR_ENDS = """
    children/child feet/foot knives/knife people/person shelves/shelf teeth/tooth thieves/thief wives/wife
    wolves/wolf
"""
_MEN = re.compile("(?<=[a-z]{3})men$")
_NO_MEN = """
    abdomen acumen albumen bitumen bremen carmen cerumen cyclamen dolmen examen foramen regimen specimen
    stamen turkmen
"""
# Plurals that are forms of another word too: whoever permits "dice" has not permitted "die".
_AMBIGUOUS = "calves/calf dice/die halves/half leaves/leaf lives/life"


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The same for all inflections of a plain lower-case `word`, and not the same for other words.

    Not always a word itself. What is not English letters comes back as it is.
    """
    bare = _POSSESSIVE.sub("", word)
    if not bare.isascii() or not bare.isalpha() or len(bare) > _LONGEST:
        return bare or word
    if bare in _KNOWN:
        return _KNOWN[bare]
    bare = _make_singular(bare)
    root = _cut(bare)
    derived = _name_derivation(bare, root)
    return f"{root}+{derived}" if derived else _COMPARED_BY_Y.sub("", root)


def name_other_number(word: str) -> str:
    """Of a word whose plural may be another word's form the plural, or the singular; else nothing."""
    return _OTHER_NUMBER.get(_POSSESSIVE.sub("", word), "")


def _make_singular(word: str) -> str:
    """The singular of compounds with an irregular plural; every other word as it is."""
    if found := _PLURAL_END.search(word):
        return word[: found.start()] + _ENDS[found[0]]
    return word if word in _SINGULAR else _MEN.sub("man", word)


def _cut(word: str) -> str:
    # A new stemmer each time: it keeps the word it works on, and threads share this function.
    return cast("str", EnglishStemmer().stemWord(word))  # pyright: ignore[reportUnknownMemberType]  # untyped


def _name_derivation(word: str, root: str) -> str:
    """What was cut off beyond inflection: "ant" of "importantly", nothing of "damned" or "shipping"."""
    shared = next(
        (place for place, (one, other) in enumerate(zip(word, root, strict=False)) if one != other), len(root)
    )
    tail = word[shared:]
    while (shorter := _ENDING.sub("", tail)) != tail:
        tail = shorter
    return "" if tail == root[-1:] else tail  # the doubled letter of "shipping" says nothing


def _compare(adjective: str) -> list[str]:
    """The spellings of an adjective's comparative and superlative."""
    if adjective.endswith("e"):
        return [adjective + "r", adjective + "st"]
    doubled = adjective + adjective[-1]
    return [base + ending for base in (adjective, doubled) for ending in ("er", "est")]


def _pair(table: str) -> dict[str, str]:
    """The singulars by their plurals."""
    return {plural: singular for plural, _, singular in (pair.partition("/") for pair in table.split())}


_ENDS = _pair(_IRREGULAR_ENDS)
_PLURAL_END = re.compile(f"(?:{'|'.join(_ENDS)})$")
_SINGULAR = frozenset(_NO_MEN.split())
_OTHER_NUMBER = _pair(_AMBIGUOUS) | {singular: plural for plural, singular in _pair(_AMBIGUOUS).items()}
_KNOWN = {
    **{form: _cut(adjective) for adjective in _ADJECTIVES.split() for form in _compare(adjective)},
    **{plural: _cut(singular) for plural, singular in _pair(_IRREGULAR).items()},
}
