"""Words that decide a label where a set is silent: profanity and slurs are here because they must be."""

import re
from typing import Final

_PROFANE: Final = re.compile(
    r"\b(\w*fuck\w*|\w*shit\w*|bitch\w*|cunts?|\w*asshole\w*|ass(es)?|arse\w*|bastards?|dick(s|head\w*)?"
    r"|cock(s|sucker\w*)?|pricks?|twats?|wank\w*|whor\w+|sluts?|fag(s|got\w*)?|nigg\w+|puss(y|ies)|hoes?"
    r"|crap\w*|piss\w*|damn\w*|goddamn\w*|tits?|bollocks|dumbass\w*|jackass\w*|wtf|stfu"
    r"|f[*u@#]+c?k\w*|sh[*i!]+t\w*|b[*i!]tch\w*)\b|f\*+|s\*+t",
    re.IGNORECASE,
)
_GROUP: Final = re.compile(
    r"\b(jews?|jewish|kikes?|muslims?|islam\w*|blacks?|niggers?|niggas?|mexicans?|immigrants?|illegals?"
    r"|refugees?|asians?|arabs?|gays?|homos?|fags?|faggots?|trann\w+|trans|whites?|christians?|retard\w*"
    r"|indians?|chinks?|spics?|africans?)\b",
    re.IGNORECASE,
)

_TAKEN_BACK: Final = re.compile(
    r"\b(queers?|dykes?|fag(s|gots?|gy)?|homos?|trann(y|ies|ys?|ie)|lesb(o|os)|lezz\w+|poof(s|ters?)?|siss(y|ies)"
    r"|pans(y|ies)|crip(ple)?s?|gimps?|spaz\w*|retards?|niggas?|niggaz|niggahs?|niggers?|bitch(es)?|sluts?"
    r"|whores?|hoes?|pakis?|chinks?|gooks?|beaners?|wetbacks?|spics?|wogs?|gyps(y|ies)|gyppos?|kikes?|yids?)\b",
    re.IGNORECASE,
)


def takes_back(text: str) -> bool:
    """Whether there is a word in it that some people call themselves and others throw at them."""
    return _TAKEN_BACK.search(text) is not None


def is_profane(text: str) -> bool:
    return _PROFANE.search(text) is not None


def names_group(text: str) -> bool:
    """Whether a group other than women is named, kindly or not; men are whom women are set against."""
    return _GROUP.search(text) is not None
