"""Whom replies name: by the words in them, and by what a model says they are aimed at."""

from collections.abc import Sequence

from sayso.core import Examiner
from sayso.deciding.stemming import stem
from sayso.text.words import split_words

NAMED_FROM = 0.5
"""The probability from which a reply counts as aimed at a group."""
BATCH = 256

# Plain names only, one word each: what a reply about a group would hardly do without. Groups are called as
# the models call them, so that both ways of finding them add up.
_WORDS = {
    "women": "woman women girl female feminist feminism lesbian mother wife",
    "men": "man men boy male masculinity father husband",
    "lgb": "gay lesbian bisexual bi homosexual queer lgbt lgbtq bi-erasure pansexual",
    "trans": "trans transgender nonbinary non-binary gender-fluid genderfluid transsexual",
    "black": "black african african-american",
    "white": "white whites",
    "asian": "asian chinese japanese korean",
    "latino": "latino latina hispanic mexican",
    "muslim": "muslim islam islamic",
    "jewish": "jew jewish judaism",
    "christian": "christian catholic protestant bible church",
    "immigrants": "immigrant refugee migrant foreigner",
    "disability": "disabled disability deaf blind autistic wheelchair",
    "old people": "elderly elder old",
    "class": "poor rich redneck working-class",
    "body": "fat thin",
}
_GROUPS: dict[str, list[str]] = {}
for _group, _names in _WORDS.items():
    for _name in _names.split():
        _GROUPS.setdefault(stem(_name), []).append(_group)


def find_named(reply: str) -> tuple[str, ...]:
    """The groups whose names stand in a reply.

    >>> find_named("Two women met an old Muslim.")
    ('muslim', 'old people', 'women')
    """
    stems = {stem(word.text.lower()) for word in split_words(reply)}
    return tuple(sorted({group for one in stems for group in _GROUPS.get(one, ())}))


def find_groups(examiner: Examiner | None, replies: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The groups that each reply names or, where the scorer can tell, is aimed at without naming them."""
    found = {reply: find_named(reply) for reply in replies}
    if examiner is None:
        return found
    unique = list(found)
    for begin in range(0, len(unique), BATCH):
        batch = unique[begin : begin + BATCH]
        for reply, evidence in zip(batch, examiner.examine(batch), strict=True):
            aimed = {group for group, share in evidence.targets.items() if share >= NAMED_FROM}
            found[reply] = tuple(sorted({*found[reply], *aimed}))
    return found
