"""English function words: what is left out before n-grams are scored.

Left out are words that carry grammar: articles, pronouns, prepositions, auxiliaries, conjunctions.
They stay in where they change what is said of someone:

- negations (not, never, no, nothing, without, don't): "never stupid" and "stupid" are opposite
  claims, and a reader who permits the one has not permitted the other;
- quantifiers (all, every, only, most): a claim about all of a group differs from one about a person;
- "against": it names the one who is opposed.
"""

_ARTICLES_AND_POINTERS = "a an the this that these those such same"
_PRONOUNS = """
    i me my mine myself we us our ours ourselves you your yours yourself yourselves
    he him his himself she her hers herself it its itself they them their theirs themselves themself
    one oneself who whom whose which what someone somebody something anyone anybody anything
    each other another there here u ur
"""
_PREPOSITIONS = """
    of in on at by for with from to into onto upon about above across after along among around as
    before behind below beneath beside besides between beyond despite down during except inside
    near off out outside over past per since through throughout till toward towards under until up
    via within
"""
_AUXILIARIES = """
    am is are was were be been being do does did doing done have has had having
    will would shall should can could may might must ought
"""
_CONJUNCTIONS = (
    "and or but if then than so because although though while whereas whether when where why how once"
)
_CONTRACTIONS = """
    i'm i've i'd i'll im ive you're you've you'd you'll youre he's he'd he'll she's she'd she'll
    it's it'd it'll we're we've we'd we'll they're they've they'd they'll theyre that's that'd that'll
    there's there'd there'll here's who's who'd who'll what's what'd what'll where's when's how's
    let's could've should've would've might've must've
"""

STOP_WORDS: frozenset[str] = frozenset(
    " ".join(
        (_ARTICLES_AND_POINTERS, _PRONOUNS, _PREPOSITIONS, _AUXILIARIES, _CONJUNCTIONS, _CONTRACTIONS)
    ).split()
)

_APOSTROPHES = str.maketrans("’‘ʼ＇`´", "''''''")


def is_stop_word(word: str) -> bool:
    """Whether `word` is a function word, whatever its case and the shape of its apostrophe."""
    return word.lower().translate(_APOSTROPHES) in STOP_WORDS
