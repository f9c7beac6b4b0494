"""The article before a word that an author changes, by the function that the embed has for it."""

import pytest
from playwright.sync_api import Page

from sayso.web.author.embed import PARTS

ARTICLES = [
    ("You are an |idiot|.", "person", "You are a person."),
    ("You are a |moron|.", "odd person", "You are an odd person."),
    ("An |idiot| wrote it.", "user", "A user wrote it."),
    ("a |dumb| hour", "", "an hour"),
    ("an |awful| university", "", "a university"),
    ("Vitamin A |idiots|", "people", "Vitamin A people"),
    ("a |stupid|", "", "a"),
    ("banana |stupid| egg", "", "banana egg"),
    ("an |idiot|", "honest man", "an honest man"),
    ("an |idiot|", "Ukrainian", "a Ukrainian"),
    ("an |idiot|", "unidentified user", "an unidentified user"),
    ("an |idiot|", "onerous task", "an onerous task"),
    ("an |idiot|.\n\nBad", "", "an.\n\nBad"),
]


@pytest.mark.parametrize(("marked", "insert", "expected"), ARTICLES)
def test_which_article_it_is(page: Page, marked: str, insert: str, expected: str) -> None:
    begin, word, end = marked.split("|")
    start, stop = (len(begin) - (not insert), len(begin) + len(word))
    found = page.evaluate(
        f"""([text, word, change]) => {{
            {(PARTS / "article.js").read_text().replace("export ", "")}
            const {{ from, to, insert }} = fitArticle(text, word, change);
            return text.slice(0, from) + insert + text.slice(to);
        }}""",
        [
            begin + word + end,
            {"from": len(begin), "to": stop},
            {"from": start, "to": stop, "insert": insert},
        ],
    )
    assert found == expected
