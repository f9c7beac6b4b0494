"""Words for the slots of the held-out templates, and what may stand before and after a sentence.

Like those templates they were written without sight of what is learned from; some words are in both lists.
"""

from typing import Final

WORDS: Final[dict[str, tuple[str, ...]]] = {
    "bad": (
        "lazy", "dishonest", "dirty", "stupid", "greedy", "dangerous", "rude", "violent", "sneaky",
        "worthless", "backward", "cowardly",
    ),
    "badn": (
        "liars", "thieves", "criminals", "cheats", "a burden", "a threat", "freeloaders", "troublemakers",
        "a nuisance", "crooks", "hypocrites", "a disgrace",
    ),
    "dehum": (
        "vermin", "rats", "a disease", "parasites", "cockroaches", "animals", "a plague", "filth", "pests",
        "leeches",
    ),
    "good": (
        "kind", "honest", "hard-working", "generous", "clever", "friendly", "reliable", "decent", "polite",
        "thoughtful",
    ),
    "job": (
        "nurse", "plumber", "bus driver", "teacher", "baker", "lawyer", "postman", "dentist", "carpenter",
        "librarian",
    ),
    "place": (
        "our town", "this street", "the village", "our neighbourhood", "the city centre", "this county",
        "the east side", "our valley", "the old quarter", "this part of the country",
    ),
    "event": (
        "the street fair", "the book festival", "the charity run", "the school concert", "the spring market",
        "the film night", "the harvest dinner", "the town meeting", "the jazz weekend", "the quiz final",
    ),
    "prof": (
        "fucking", "damn", "bloody", "goddamn", "freaking", "fuckin", "frigging", "effing",
    ),
    "thing": (
        "printer", "toaster", "laptop", "vacuum cleaner", "bike lock", "coffee machine", "blender",
        "doorbell", "phone charger", "washing machine", "lamp", "chair",
    ),
    "praise": (
        "brilliant", "gifted", "patient", "wonderful", "brave", "fantastic", "talented", "fearless",
        "delightful", "remarkable",
    ),
    "name": (
        "Nora", "Tobias", "Priya", "Marcus", "Elena", "Kofi", "Hannah", "Diego", "Yuki", "Owen", "Leila",
        "Sam",
    ),
    "insult": (
        "an idiot", "a fool", "a liar", "a coward", "a clown", "a loser", "a failure", "a cheat", "a moron",
        "a snob",
    ),
    "word": (
        "idiot", "fool", "liar", "coward", "clown", "loser", "failure", "cheat", "moron", "snob",
    ),
    "flaw": (
        "weak", "naive", "hasty", "confusing", "short-sighted", "careless", "one-sided", "dull",
        "unconvincing", "clumsy",
    ),
}  # fmt: skip

OPENERS: Final = (
    "", "", "", "",
    "Frankly, ", "imo ", "Hm, ", "Listen: ", "@someone ",
)  # fmt: skip
CLOSERS: Final = (
    "", "", "", "", "",
    " haha", " I mean it.", " imo", " #fact", "!",
)  # fmt: skip
