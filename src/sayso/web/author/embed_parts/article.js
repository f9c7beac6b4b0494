// "a" and "an" go by the word behind them, and that word may be about to change.

const ARTICLE = /(?<![\p{L}\p{N}])(an?)( +)$/iu;

/** Whether a word begins with the sound of a vowel: by its letters, but for the common exceptions. */
export function takesAn(word) {
  if (/^(?:heir|honest|hono|hour)/i.test(word)) return true;
  if (/^(?:eu|once|one(?!r)|u[bgk][aior]|unani|uni(?!dent|[mn])|ur[aio]|us[aeiu]|ut[ei])/i.test(word)) return false;
  return /^[aeiou]/i.test(word);
}

/** The change of a word, with the article before the word if that has to change too. Only an article that fits the
 * old word is one: "vitamin A" stays. */
export function fitArticle(text, word, change) {
  const found = ARTICLE.exec(text.slice(0, word.from));
  const next = /^ *(\p{L}+)/u.exec(change.insert + text.slice(change.to));
  if (!found || !next) return change;
  const [, article, space] = found;
  const isAn = article.length === 2;
  if (takesAn(text.slice(word.from, word.to)) !== isAn || takesAn(next[1]) === isAn) return change;
  const end = word.from - space.length;
  const other = isAn ? article[0] : `${article}n`;
  return { from: end - article.length, to: change.to, insert: other + text.slice(end, change.from) + change.insert };
}
