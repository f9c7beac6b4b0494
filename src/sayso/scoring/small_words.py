"""Small words that tell languages in Latin letters apart, and which of those are near relatives.

Two models of language detection guess short texts by their letters. A single "du" or "você" says more, and so
does a "you": these lists are our own, a handful per language, without words that English writes as well.
"""

from collections.abc import Mapping

SMALL_WORDS: Mapping[str, frozenset[str]] = {
    code: frozenset(words.split())
    for code, words in {
        "en": """
            the this that these those you your yours youre you're i'm im my mine we they them their he she his
            it its it's and but because with without from into about when where why how what who which would
            should could will can't cant don't dont didn't doesn't isn't wasn't won't wont not just of than
            then been being did does have having i've i'll that's thats what's whats let's there's
            ain't aint y'all yall gonna wanna gotta finna tryna imma dat dey wit cuz cus bout lil bruh
            lol lmao omg wtf idk fuck fucking shit bitch bitches damn ass hell go
        """,
        "da": "du er en et det din ikke jeg og på dig sikke ingen noget af",
        "de": """
            du bist ein eine einen der das dem ist und nicht ich ihr seid wie für dein deine mich dich kein
            keine niemand mit doch halt
        """,
        "es": "eres un una el los las tu te qué está nada nadie cállate muy por para vete sois menudo",
        "fr": """
            tu est une les des ton ne pas je vous êtes c'est que qui moi toi quel quelle espèce sale ferme
        """,
        "it": "sei il lo gli che non ti mi stai tuo tua sono un",
        "nl": "jij je het niet van jouw hou jullie jou",
        "pl": "się nie jesteś co jest ty twój nikt jak ale",
        "pt": "você voce vc é um uma não nao seu sua vai ninguém boca cala esse essa",
        "sv": "är och inte som att det du",
        "tr": "sen bir ne kadar seni çok değil ve hepiniz bu",
    }.items()
}

RELATIVES: tuple[frozenset[str], ...] = tuple(
    frozenset(codes.split())
    for codes in (
        "da fo is nn no sv",
        "an ast ca es gl oc pt",
        "ca fr oc wa",
        "af als de fy lb li nds nl",
        "cs pl sk szl",
        "bs hr sh sl sr",
        "id jv min ms su",
        "fur it lij lmo pms scn vec",
        "az tk tr uz",
    )
)
"""Languages that the models take for each other: that a text is in one of them is surer than in which."""

PARTICLES = frozenset(
    [
        "al",
        "bin",
        "da",
        "de",
        "del",
        "della",
        "der",
        "di",
        "dos",
        "du",
        "e",
        "el",
        "ibn",
        "la",
        "le",
        "van",
        "von",
        "y",
    ]
)
"""Small words that stand in names."""
