/** The article before a word that an author changes, by the pages' function and by the embed's own. */
import { describe, expect, test } from "vitest";

import * as embed from "../../src/sayso/web/author/embed_parts/article.js";
import * as pages from "../src/text/article";

const ARTICLES = [
  ["You are an |idiot|.", "person", "You are a person."],
  ["You are a |moron|.", "odd person", "You are an odd person."],
  ["An |idiot| wrote it.", "user", "A user wrote it."],
  ["a |dumb| hour", "", "an hour"],
  ["an |awful| university", "", "a university"],
  ["Vitamin A |idiots|", "people", "Vitamin A people"],
  ["a |stupid|", "", "a"],
  ["banana |stupid| egg", "", "banana egg"],
  ["an |idiot|", "honest man", "an honest man"],
  ["an |idiot|", "Ukrainian", "a Ukrainian"],
  ["an |idiot|", "unidentified user", "an unidentified user"],
  ["an |idiot|", "onerous task", "an onerous task"],
  ["an |idiot|.\n\nBad", "", "an.\n\nBad"],
] as const;

describe.each([
  ["the pages", pages.fitArticle],
  ["the embed", embed.fitArticle],
])("of %s", (_whose, fitArticle) => {
  test.each(ARTICLES)("%s with %j", (marked, insert, expected) => {
    const [before = "", word = "", after = ""] = marked.split("|");
    const text = before + word + after;
    const range = { from: before.length, to: before.length + word.length };
    const change = fitArticle(text, range, { ...range, from: range.from - (insert ? 0 : 1), insert });
    expect(text.slice(0, change.from) + change.insert + text.slice(change.to)).toBe(expected);
  });
});
