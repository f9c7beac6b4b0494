/** All that one draft is about: the text, what the model says of it, what is shown and what was done. */
import { askDraft } from "../api/server";
import type { Alternative, Phrase, Rewording } from "../api/types";
import type { Listener, TextEditor } from "../editor/editor";
import { makeMarks, type Mark } from "../editor/marks";
import { Offsets, type Range } from "../text/offsets";
import { replaceRange } from "../text/replacing";
import { History, type Step, TYPED } from "./history.svelte";
import { loadDraft, saveDraft } from "./keeping";
import { type Answer, Reader } from "./reader.svelte";

/** Other words shown for a marked word or for the selection. */
export interface Opened {
  range: Range;
  /** The mark, or null for the selection. */
  mark: Mark | null;
  /** How it came up: only what was asked for by key takes the focus. */
  by: "hover" | "click" | "key";
  /** Where the focus was. */
  origin: HTMLElement | null;
}

export class Desk implements Listener {
  text = $state("");
  selection = $state.raw<Range | null>(null);
  marks = $state.raw<readonly Mark[]>([]);
  opened = $state.raw<Opened | null>(null);
  /** Where the bar would go with the alternative that is looked at. */
  preview = $state<number | null>(null);
  /** What "This is wrong" is about; null if the form is closed. */
  complaint = $state.raw<Range | null>(null);
  /** How often the form was asked for: each time it takes the focus, and only then. */
  complaints = $state(0);
  /** One sentence for screen readers that is not about the score. */
  said = $state("");
  canUndo = $state(false);
  canRedo = $state(false);

  readonly reader = new Reader(askDraft, (answer) => this.#settle(answer));
  readonly history = new History();
  #editor: TextEditor | null = null;
  #how = "";

  constructor() {
    this.text = loadDraft();
  }

  /** Whether what is shown is about an earlier text, and no answer about this one can be had now. */
  get isOld(): boolean {
    return this.reader.failure !== null && this.reader.answer !== null && this.reader.answer.text !== this.text;
  }

  get flagged(): Mark[] {
    return this.marks.filter(({ word }) => word.flagged);
  }

  /** What the model says of the selection, once it has said it of this one. */
  get phrase(): Phrase | null {
    const answer = this.reader.answer;
    const isThis = answer?.selection?.from === this.selection?.from && answer?.selection?.to === this.selection?.to;
    return isThis && answer?.text === this.text ? (answer.draft.selection ?? null) : null;
  }

  /** Suggestions for whole sentences, while the text is the one they were made for. */
  get rewordings(): readonly Rewording[] {
    const answer = this.reader.answer;
    return answer?.text === this.text ? answer.draft.rewordings : [];
  }

  attach(editor: TextEditor): void {
    this.#editor = editor;
    this.reader.read({ text: this.text, selection: null });
  }

  onText(text: string, how: "typed" | "undone" | "redone" | "set"): void {
    this.text = text;
    this.close();
    saveDraft(text);
    this.#how ||= how === "undone" ? "You took a change back" : how === "redone" ? "You did it again" : TYPED;
    this.canUndo = this.#editor?.canUndo ?? false;
    this.canRedo = this.#editor?.canRedo ?? false;
    if (this.complaint) this.complaint = { from: 0, to: text.length };
    if (!text.trim()) this.#startOver();
  }

  onSelection(selection: Range | null): void {
    this.selection = selection;
    this.reader.read({ text: this.text, selection });
  }

  onAsk(): boolean {
    const editor = this.#editor;
    if (!editor) return false;
    if (this.selection) return this.openSelection();
    const mark = this.#markAt(editor.caret);
    if (mark) this.open(mark, "key");
    else this.say("No marked word here. F8 goes to the next one.");
    return true;
  }

  onJump(step: 1 | -1): boolean {
    const editor = this.#editor;
    const marks = editor?.listMarks().filter(({ word }) => word.flagged) ?? [];
    if (step < 0) marks.reverse();
    const caret = editor?.caret ?? 0;
    const next = marks.find(({ from }) => (step > 0 ? from > caret : from < caret)) ?? marks[0];
    if (!editor || !next) return this.say("No word is marked.");
    editor.select(next.from);
    return this.say(`${next.word.text}, marked. Control and full stop show other words.`);
  }

  onLeave(): boolean {
    const wasOpen = this.opened !== null;
    this.close();
    return wasOpen;
  }

  onEnter(): boolean {
    if (this.opened?.by !== "click") return false;
    this.opened = { ...this.opened, by: "key", origin: document.activeElement as HTMLElement | null };
    return true;
  }

  /** Shows what there is to say and to choose for a mark that still stands. */
  open(mark: Mark, by: Opened["by"]): void {
    const now = this.#editor?.listMarks().find(({ index, word }) => index === mark.index && word === mark.word);
    if (!now) return;
    this.opened = { range: now, mark: now, by, origin: document.activeElement as HTMLElement | null };
  }

  openSelection(): boolean {
    const selection = this.selection;
    if (!selection || !this.phrase) return false;
    this.opened = {
      range: selection,
      mark: null,
      by: "key",
      origin: document.activeElement as HTMLElement | null,
    };
    return true;
  }

  /** `restore`: the focus goes back to where it was, if it was in what closes. */
  close({ restore = false } = {}): void {
    const opened = this.opened;
    this.opened = null;
    this.preview = null;
    if (restore && opened?.by === "key") (opened.origin?.isConnected ? opened.origin : this.#editor)?.focus();
  }

  take(alternative: Alternative): void {
    const { opened } = this;
    if (!opened || !this.#editor) return;
    const before = this.text.slice(opened.range.from, opened.range.to);
    this.#how = alternative.text ? `“${before}” became “${alternative.text}”` : `You left out “${before}”`;
    this.#editor.replace(replaceRange(this.text, opened.range, alternative.text));
    this.say(`${this.#how}.`);
    this.close();
    this.#editor.focus();
  }

  /** Takes a suggestion for whole sentences: one change, which one undo takes back. */
  reword(rewording: Rewording): void {
    const { text } = this;
    if (!this.#editor || !this.rewordings.includes(rewording)) return;
    const offsets = new Offsets(text);
    const range = { from: offsets.toUtf16(rewording.begin), to: offsets.toUtf16(rewording.end) };
    if (!rewording.text) range.to += /^\s*/.exec(text.slice(range.to))?.[0].length ?? 0;
    this.#how = rewording.text ? `You took “${rewording.text}”` : `You left out “${text.slice(range.from, range.to).trim()}”`;
    this.preview = null;
    this.#editor.replace({ ...range, insert: rewording.text });
    this.say(`${this.#how}. Control and Z take it back.`);
    this.#editor.focus();
  }

  onReword(): boolean {
    const first = document.querySelector<HTMLElement>("[data-rewording]");
    if (!first || !this.rewordings.length) return this.say("No suggestion for the sentence.");
    first.focus();
    return true;
  }

  /** Another text altogether, which undo can take back. */
  load(text: string, how: string): void {
    this.#startOver();
    this.#how = how;
    this.#editor?.replaceAll(text);
    this.#editor?.focus();
  }

  goBackTo(step: Step): void {
    this.#how = "You went back";
    this.#editor?.replaceAll(step.text);
    this.#editor?.focus();
  }

  undo(): void {
    this.#editor?.undo();
  }

  redo(): void {
    this.#editor?.redo();
  }

  /** Opens the form about a place: the one given, else the selection, else the whole text. */
  complain(range: Range | null = null): void {
    this.close();
    this.complaints += 1;
    this.complaint = range ?? this.selection ?? { from: 0, to: this.text.length };
  }

  say(sentence: string): boolean {
    this.said = sentence;
    return true;
  }

  #markAt(position: number): Mark | undefined {
    return this.#editor?.listMarks().find(({ from, to, word }) => word.flagged && from <= position && position <= to);
  }

  #settle(answer: Answer): void {
    this.marks = makeMarks(answer.text, answer.draft);
    this.#editor?.mark(this.marks);
    this.history.add(answer.text, answer.draft, this.#how || TYPED);
    this.#how = "";
  }

  #startOver(): void {
    this.history.startOver();
    this.marks = [];
  }
}
