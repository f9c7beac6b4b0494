// Brings a text box, the service and the panel together.

import { describeScore, findChange, isDoubtful, isGamed, listFlagged, makeChange } from "./draft_view.js";
import { Panel } from "./panel.js";
import { DraftReader } from "./reader.js";
import { fill, mergeWords, toPoints } from "./words.js";

const MOST_BYTES = 20480;
const NOTICES = { limit: "tooOften" };

/** Options that a site leaves out. */
export const DEFAULTS = {
  limit: 0.5,
  show: "over",
  theme: "",
  words: {},
  pageUrl: "",
  isFloating: false,
  hasEvents: true,
};

/**
 * Attaches the tool to a field (see text_field.js). `options`: `ask` (see transport.js), `host` (the element that
 * becomes the panel), and those of `DEFAULTS`. Answers `{ stop() }`.
 */
export function attach(field, options) {
  return new Attachment(field, { ...DEFAULTS, ...options });
}

class Attachment {
  #field;
  #options;
  #words;
  #panel;
  #reader;
  #unlisten;
  #text = "";
  #scored = null;
  #first = null;
  #undo = [];
  #sentence = "";
  #notice = "";
  #isHidden = false;

  constructor(field, options) {
    this.#field = field;
    this.#options = options;
    this.#words = mergeWords(options.words);
    if (options.theme) options.host.setAttribute("theme", options.theme);
    const actions = {
      choose: (word, alternative) => this.#choose(word, alternative),
      undo: () => this.#takeBack(),
      hide: () => this.#hide(),
      feedback: () => this.#panel.toggleFeedback(this.#scored),
      report: (report) => this.#report(report),
    };
    const { host, isFloating, pageUrl } = options;
    this.#panel = new Panel({ host, words: this.#words, pageUrl, isFloating, actions });
    this.#reader = new DraftReader({
      ask: options.ask,
      onAnswer: (text, answer) => this.#take(text, answer),
      onFailure: (failure) => this.#miss(failure),
    });
    const leave = (event) => event.key === "Escape" && this.#panel.isShown && this.#hide();
    const unlisten = field.listen(() => this.#look());
    field.element.addEventListener("keydown", leave);
    this.#unlisten = () => {
      unlisten();
      field.element.removeEventListener("keydown", leave);
    };
    this.#draw();
    this.#look();
  }

  stop() {
    this.#unlisten();
    this.#reader.stop();
    this.#panel.hide();
  }

  #look() {
    const { text } = this.#field;
    if (text === this.#text || !this.#field.isOpen) return;
    this.#text = text;
    this.#notice = "";
    if (!text.trim()) this.#startOver();
    else if (new Blob([text]).size > MOST_BYTES) this.#giveUp("tooLong");
    else this.#reader.read(text);
  }

  /** The box was emptied or sent: the next text is a new one. */
  #startOver() {
    this.#reader.stop();
    this.#scored = this.#first = null;
    this.#undo = [];
    this.#isHidden = false;
    this.#sentence = "";
    this.#draw();
  }

  #giveUp(notice) {
    this.#reader.stop();
    this.#scored = null;
    this.#notice = notice;
    this.#draw();
  }

  #take(text, answer) {
    this.#scored = { text, answer, flagged: listFlagged(text, answer) };
    this.#notice = "";
    const { unjudged = null, scores, model } = answer;
    const score = unjudged ? null : scores.TOXICITY;
    if (!unjudged && !(this.#first?.scores.TOXICITY >= score)) this.#first = answer;
    this.#draw();
    const { limit } = this.#options;
    this.#tell("scored", { score, limit, over: !unjudged && score >= limit, unjudged, scores: unjudged ? {} : scores, model });
    if (answer.refused) this.#tell("refused", { ...answer.refused });
  }

  #miss(failure) {
    this.#notice = NOTICES[failure.reason] ?? "unreachable";
    this.#draw();
    this.#tell("error", { reason: failure.reason, status: failure.status });
  }

  #choose(word, alternative) {
    const { text } = this.#scored;
    if (this.#field.text !== text || !this.#field.isOpen) return; // typed on meanwhile: the answer to that is on its way
    const { from, to, insert } = makeChange(text, word, alternative);
    const after = text.slice(0, from) + insert + text.slice(to);
    if (!this.#field.hasRoomFor(after)) {
      this.#notice = "noRoom";
      this.#draw();
      return;
    }
    this.#field.replace(from, to, insert);
    this.#undo.push({ before: text, after: this.#field.text }); // a site may have put it differently
    const change = { before: word.text, after: alternative.text };
    this.#panel.announce(fill(change.after ? this.#words.replaced : this.#words.omitted, change));
    this.#tell("replaced", { ...change, begin: word.begin, end: word.end });
    this.#draw();
  }

  /** The last choice, if the text is still what it made; what was typed since is never undone. */
  #takeBack() {
    const { before, after } = this.#undo.at(-1);
    if (this.#field.text !== after) return;
    this.#undo.pop();
    const change = findChange(after, before);
    this.#field.replace(change.from, change.to, change.text);
    this.#panel.announce(this.#words.undone);
    this.#draw();
  }

  #hide() {
    this.#isHidden = true;
    this.#draw();
    this.#field.element.focus();
  }

  async #report(report) {
    const { url } = await this.#options.ask("/api/v1/author/feedback", report);
    return url;
  }

  #draw() {
    const { limit, show } = this.#options;
    const answer = this.#scored?.answer;
    const score = answer && !answer.unjudged ? answer.scores.TOXICITY : null;
    const sentence = answer ? describeScore(answer, { limit, words: this.#words }) : this.#words.empty;
    this.#panel.update({
      score,
      sentence: this.#notice === "tooLong" ? "" : sentence,
      notices: this.#listNotices(answer),
      flagged: this.#scored?.flagged ?? [],
      isDoubtful: (alternative) => isDoubtful(alternative, answer, { limit }),
      model: answer?.model,
      canUndo: this.#undo.length > 0 && this.#undo.at(-1).after === this.#field.text,
      canReport: Boolean(answer),
      isOld: Boolean(this.#notice) && answer !== undefined && this.#scored.text !== this.#field.text,
      text: this.#field.text,
    });
    const isWanted = show === "always" || this.#first?.scores.TOXICITY >= limit;
    if (isWanted && !this.#isHidden) this.#panel.show();
    else this.#panel.hide();
    if (this.#panel.isShown && answer) this.#announceScore(sentence, score);
  }

  #listNotices(answer) {
    const notices = [];
    if (answer?.refused) notices.push(answer.refused.message);
    if (answer && isGamed(this.#first, answer, this.#options)) notices.push(this.#words.secondOpinion);
    if (this.#notice) notices.push(this.#words[this.#notice]);
    return notices;
  }

  /** Only when its meaning changes: a number read out at each pause would drown the author. */
  #announceScore(sentence, score) {
    const notices = this.#listNotices(this.#scored.answer).join(" ");
    const said = `${sentence} ${notices}`.trim();
    if (said === this.#sentence) return;
    this.#sentence = said;
    this.#panel.announce(`${fill(this.#words.points, { points: toPoints(score) })}. ${said}`);
  }

  #tell(name, detail) {
    if (!this.#options.hasEvents) return;
    const event = new CustomEvent(`sayso:${name}`, { bubbles: true, composed: true, detail });
    this.#field.element.dispatchEvent(event);
  }
}
