// The panel beside a text box: the bar, one sentence, the words that weigh, what can be done. Shows; decides nothing.

import { makeFeedbackForm } from "./feedback_form.js";
import { make, makeButton } from "./elements.js";
import { dress } from "./style.js";
import { fill, toPoints } from "./words.js";
import { makeWordItem } from "./word_item.js";

const ANNOUNCE_MS = 150;

export class Panel {
  #host;
  #words;
  #actions;
  #parts;
  #openKey = "";
  #text = "";

  /** `actions`: `choose(word, alternative)`, `undo()`, `hide()`, `report(report)`, `feedback()`. */
  constructor({ host, words, pageUrl, isFloating, actions }) {
    this.#host = host;
    this.#words = words;
    this.#actions = actions;
    this.#parts = this.#build(pageUrl);
    if (isFloating) host.setAttribute("popover", "manual");
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    root.replaceChildren(this.#parts.status, this.#parts.section);
    dress(root);
    this.#parts.section.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) this.#leave(); // an open menu closes first
    });
    for (const name of ["input", "keydown", "keypress", "keyup"]) {
      this.#parts.section.addEventListener(name, (event) => event.stopPropagation()); // not the site's business
    }
  }

  get isShown() {
    return !this.#parts.section.hidden;
  }

  show() {
    this.#parts.section.hidden = false;
    if (this.#host.popover && !this.#host.matches(":popover-open")) this.#host.showPopover();
  }

  hide() {
    this.#parts.section.hidden = true;
    this.#closeFeedback();
    if (this.#host.popover && this.#host.matches(":popover-open")) this.#host.hidePopover();
  }

  /** Said by screen readers when they have a moment; the region has to be there a little before its text. */
  announce(sentence) {
    this.#parts.status.textContent = "";
    setTimeout(() => (this.#parts.status.textContent = sentence), ANNOUNCE_MS);
  }

  /** Esc closes what is open: the form, else the panel. */
  #leave() {
    if (!this.#parts.feedback.firstChild) return this.#actions.hide();
    this.#closeFeedback();
    this.#parts.wrong.focus();
  }

  /** Shows `{ score, sentence, notices, flagged, isDoubtful, model, canUndo, canReport, isOld, text }`. */
  update(state) {
    this.#parts.section.classList.toggle("old", state.isOld);
    this.#text = state.text;
    this.#drawScore(state.score);
    this.#parts.sentence.textContent = state.sentence;
    this.#parts.notices.replaceChildren(...state.notices.map((each) => make("p", { class: "notice" }, each)));
    this.#drawWords(state);
    this.#parts.model.textContent = state.model ? fill(this.#words.model, state) : "";
    this.#parts.undo.hidden = !state.canUndo;
    this.#parts.wrong.hidden = !state.canReport;
  }

  /** Opens the form about this text, or closes it if it is open. */
  toggleFeedback({ text, flagged }) {
    if (this.#parts.feedback.firstChild) {
      this.#closeFeedback();
      return;
    }
    const close = () => {
      this.#closeFeedback();
      this.#parts.wrong.focus();
    };
    const form = makeFeedbackForm({ words: this.#words, text, flagged, send: this.#actions.report, close });
    this.#parts.feedback.replaceChildren(form);
    this.#parts.wrong.setAttribute("aria-expanded", "true");
    form.querySelector("input").focus();
  }

  #closeFeedback() {
    this.#parts.feedback.replaceChildren();
    this.#parts.wrong.setAttribute("aria-expanded", "false");
  }

  #drawScore(score) {
    const { bar, fillBar, number, scoreRow } = this.#parts;
    scoreRow.hidden = score === null;
    if (score === null) return;
    const points = toPoints(score);
    number.textContent = fill(this.#words.points, { points });
    bar.setAttribute("aria-valuenow", points);
    bar.setAttribute("aria-valuetext", number.textContent);
    fillBar.style.setProperty("inline-size", `${points}%`); // by script, which no site's policy forbids
  }

  #drawWords({ flagged, isDoubtful }) {
    const { list, hint, fixed } = this.#parts;
    const focused = list.contains(this.#focused()) ? this.#focused().dataset.key : "";
    const toggle = (key) => {
      this.#openKey = this.#openKey === key ? "" : key;
      this.#drawWords({ flagged, isDoubtful });
    };
    const choose = (word, alternative) => {
      this.#openKey = "";
      this.#actions.choose(word, alternative);
    };
    const shared = { words: this.#words, isDoubtful, toggle, choose };
    const open = flagged.filter((word) => word.alternatives.length);
    list.replaceChildren(...open.map((word) => makeWordItem(word, { ...shared, isOpen: word.key === this.#openKey })));
    hint.hidden = list.hidden = open.length === 0;
    fixed.textContent = this.#describeFixed(flagged, open);
    if (focused) this.#refocus(focused);
  }

  /** The words that weigh and cannot be helped, each once. */
  #describeFixed(flagged, open) {
    const rest = flagged.filter((word) => !open.includes(word)).map((word) => fill(this.#words.word, { word: word.text }));
    if (!rest.length) return "";
    return fill(open.length ? this.#words.fixed : this.#words.flaggedOnly, { list: [...new Set(rest)].join(", ") });
  }

  #focused() {
    return this.#host.shadowRoot?.activeElement ?? null;
  }

  /** What had the focus has it again, or else the panel: focus is never lost. */
  #refocus(key) {
    const same = [...this.#parts.list.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key);
    (same ?? this.#parts.section).focus();
  }

  #build(pageUrl) {
    const words = this.#words;
    const fillBar = make("div", { class: "fill" });
    const range = { role: "meter", "aria-label": words.score, "aria-valuemin": 0, "aria-valuemax": 100 };
    const bar = make("div", { class: "bar", ...range }, fillBar);
    const number = make("span", { class: "number" });
    const scoreRow = make("div", { class: "score", hidden: true }, bar, number);
    const parts = { bar, fillBar, number, scoreRow };
    parts.status = make("div", { class: "status", role: "status", "aria-live": "polite" });
    parts.sentence = make("p", { class: "sentence" });
    parts.notices = make("div");
    parts.hint = make("p", { class: "quiet", hidden: true }, words.flagged);
    parts.fixed = make("p", { class: "quiet" });
    parts.list = make("ul", { class: "words", hidden: true });
    parts.model = make("p", { class: "quiet" });
    parts.feedback = make("div");
    const { undo, feedback, hide } = this.#actions;
    parts.undo = makeButton(words.undo, undo, { hidden: true });
    parts.wrong = makeButton(words.wrong, feedback, { hidden: true, "aria-expanded": "false" });
    const link = { href: pageUrl, target: "_blank", rel: "noopener" };
    const page = pageUrl ? make("a", link, words.page, " ", words.newTab) : null;
    // The draft goes along behind the #, which no browser sends to a server; the full page takes it out of the address.
    page?.addEventListener("click", () => (page.href = `${pageUrl}#draft=${encodeURIComponent(this.#text)}`));
    const row = make("div", { class: "actions" }, parts.undo, parts.wrong, page, makeButton(words.hide, hide));
    const { sentence, notices, hint, list, fixed, feedback: form, model } = parts;
    const label = { "aria-label": words.title, tabindex: -1, hidden: true };
    parts.section = make("section", label, scoreRow, sentence, notices, hint, list, fixed, row, form, model);
    return parts;
  }
}
