"""Harmless words that hold a rude one, or that a rude reading could be forced on, in plain sentences.

Letter groups cannot tell a town's name from the word inside it; having met the whole word, the scorer can.
"""

from itertools import product

from sayso_lab.examples import NOTHING_WRONG, Example

WORDS: tuple[str, ...] = (
    "Scunthorpe", "Sussex", "Essex", "Middlesex", "Penistone", "Clitheroe", "Dickens", "Dick Smith",
    "Cockburn", "Hancock", "Hitchcock", "peacock", "cockpit", "cocktail", "cockatoo", "shuttlecock",
    "cockroach", "assassin", "assassination", "assessment", "assembly", "assignment", "assistant",
    "association", "assume", "bass guitar", "brass", "class", "classic", "classroom", "compass", "embassy",
    "glass", "grass", "harassment policy", "mass", "massachusetts", "passage", "passenger", "passion",
    "password", "amassed", "analysis", "analyst", "canal", "banal", "title", "titanic", "titanium",
    "appetite", "constitution", "competition", "petition", "institution", "button", "butter", "butterfly",
    "rebuttal", "shiitake", "mishit", "Matsushita", "therapist", "grape", "drapes", "skyscraper", "scrape",
    "document", "cucumber", "accumulate", "circumstance", "cumulative", "scum line", "Niger", "Nigeria",
    "Nigerian", "snigger", "niggle", "spice", "despicable me", "conspicuous", "raccoon", "cocoon", "tycoon",
    "swank", "hoed the garden", "shoes", "horseshoe", "phoenix", "backhoe", "hello", "shell", "hellenic",
    "damnation", "pussycat", "pussy willow", "manuscript", "sextet", "sexagenarian", "unisex",
    "homogeneous", "homophone", "Homo sapiens", "homework", "fagot of sticks", "fog", "retardant",
    "flame retardant", "crap shoot", "craps table", "scrappy", "suckling", "succeed", "dyke road", "dike",
    "chink in the armor", "kraut salad", "Trump", "Clinton", "Obama", "Trudeau", "Putin", "the president",
    "the government", "the black cat", "a white sofa", "a black belt", "white bread", "black coffee",
    "a kill switch", "killer whale", "dead battery", "bloody mary",
)  # fmt: skip

_FRAMES = (
    "{}", "I read about {} yesterday.", "Have you seen {}?", "the {} on the table",
    "We talked about {} and had tea.", "my notes on {} are below", "there is a page about {}",
    "he wrote a song about {} in 1990",
)  # fmt: skip


def make_innocent_sentences() -> list[Example]:
    """Every word in every sentence; the same each time."""
    return [Example(frame.format(word), NOTHING_WRONG) for frame, word in product(_FRAMES, WORDS)]
