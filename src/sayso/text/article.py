"""Which article goes before a word."""

import re

_SILENT = re.compile(r"heir|honest|hono|hour", re.IGNORECASE)
_SPOKEN = re.compile(
    r"eu|once|one(?!r)|u[bgk][aior]|unani|uni(?!dent|[mn])|ur[aio]|us[aeiu]|ut[ei]", re.IGNORECASE
)


def takes_an(word: str) -> bool:
    """Whether a word begins with the sound of a vowel: by its letters, but for the common exceptions."""
    if _SILENT.match(word):
        return True
    return not _SPOKEN.match(word) and word[:1].lower() in "aeiou"


def fit_articles(text: str, *, before: str) -> str:
    """The text with "a" and "an" as the word behind them asks, where that pair is not in the text before.

    >>> fit_articles("an person in plan a of an idiot", before="an idiot in plan a of an idiot")
    'a person in plan a of an idiot'
    """
    known = {match.group().lower() for match in _ARTICLE.finditer(before)}

    def fit(match: re.Match[str]) -> str:
        article, space, word = match.groups()
        if match.group().lower() in known or takes_an(word) == (len(article) == 2):
            return match.group()
        return (article[0] if len(article) == 2 else f"{article}n") + space + word

    return _ARTICLE.sub(fit, text)


_ARTICLE = re.compile(r"(?<![^\W_])(an?)( +)([^\W_]+)", re.IGNORECASE)
