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
    r"|indians?|chinks?|spics?|africans?|men|males)\b",
    re.IGNORECASE,
)


def is_profane(text: str) -> bool:
    return _PROFANE.search(text) is not None


def names_group(text: str) -> bool:
    """Whether a group other than women is named, kindly or not."""
    return _GROUP.search(text) is not None
