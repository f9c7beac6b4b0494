"""Words written so that a list would miss them, to learn from: masked, stretched, dotted, in digits.

Harmless texts are disguised as often as harmful ones, so that a disguise alone means nothing.
"""

from collections.abc import Callable, Sequence
from random import Random

_DIGITS = str.maketrans("aeiost", "431057")
SHORTEST = 4
"""Letters of a word worth disguising."""
LONGEST = 300
"""Code points of a text whose labels still hold when half its words are disguised."""


def disguise(text: str, random: Random) -> str:
    """Some of the longer words of a text, each disguised in one of the ways."""
    words = text.split(" ")
    return " ".join(_change(word, random) if _is_chosen(word, random) else word for word in words)


def disguise_some(texts: Sequence[str], *, share: float, seed: int) -> dict[int, str]:
    """Disguised copies of a share of the shorter texts, by the place of the original."""
    random = Random(seed)  # noqa: S311 - a reproducible draw, no secret
    chosen = [place for place, text in enumerate(texts) if len(text) < LONGEST and random.random() < share]
    return {place: disguise(texts[place], random) for place in chosen}


def _is_chosen(word: str, random: Random) -> bool:
    return len(word) >= SHORTEST and word.isalpha() and random.random() < 0.5


def _change(word: str, random: Random) -> str:
    ways: tuple[Callable[[str, Random], str], ...] = (_mask, _stretch, _dot, _write_in_digits)
    return random.choice(ways)(word, random)


def _mask(word: str, random: Random) -> str:
    """`stupid` to `st*pid` or `s****d`."""
    if random.random() < 0.4:
        return word[0] + "*" * (len(word) - 2) + word[-1]
    place = random.randrange(1, len(word) - 1)
    return word[:place] + "*" + word[place + 1 :]


def _stretch(word: str, random: Random) -> str:
    place = random.randrange(1, len(word))
    return word[:place] + word[place] * random.randint(1, 4) + word[place:]


def _dot(word: str, random: Random) -> str:
    return random.choice(".-_ ").join(word)


def _write_in_digits(word: str, random: Random) -> str:
    return word.translate(_DIGITS) if random.random() < 0.5 else word[0] + word[1:].translate(_DIGITS)
