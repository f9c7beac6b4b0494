/** The text field: CodeMirror, as plain as it can be, with the few things the desk asks of it. */
import { history, historyKeymap, isolateHistory, redo, redoDepth, standardKeymap, undo, undoDepth } from "@codemirror/commands";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, placeholder, type ViewUpdate } from "@codemirror/view";

import type { Range } from "../text/offsets";
import type { Replacement } from "../text/replacing";
import { direction } from "./direction";
import { listMarks, type Mark, marks, setMarks } from "./marks";
import { typing } from "./typing";

export interface Listener {
  onText(text: string, how: "typed" | "undone" | "redone" | "set"): void;
  onSelection(selection: Range | null): void;
  /** Asks for other words at the caret or for the selection; whether there was something to show. */
  onAsk(): boolean;
  /** Goes on to the next marked word, or back to the one before. */
  onJump(step: 1 | -1): boolean;
  /** Goes to the suggestions for whole sentences. */
  onReword(): boolean;
  onLeave(): boolean;
  /** Down, while the words of a place that was clicked are shown. */
  onEnter(): boolean;
}

export class TextEditor {
  readonly view: EditorView;
  readonly #listener: Listener;

  constructor(parent: HTMLElement, text: string, listener: Listener, nonce: string) {
    this.#listener = listener;
    this.view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions: this.#extend(nonce) }) });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  get canUndo(): boolean {
    return undoDepth(this.view.state) > 0;
  }

  get canRedo(): boolean {
    return redoDepth(this.view.state) > 0;
  }

  get caret(): number {
    return this.view.state.selection.main.head;
  }

  undo(): void {
    undo(this.view);
  }

  redo(): void {
    redo(this.view);
  }

  focus(): void {
    this.view.focus();
  }

  mark(found: readonly Mark[]): void {
    this.view.dispatch({ effects: setMarks.of(found) });
  }

  listMarks(): Mark[] {
    return listMarks(this.view);
  }

  /** One change, which one undo takes back. */
  replace({ from, to, insert }: Replacement): void {
    this.view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      annotations: isolateHistory.of("full"),
      scrollIntoView: true,
    });
  }

  replaceAll(text: string): void {
    this.replace({ from: 0, to: this.view.state.doc.length, insert: text });
  }

  select(anchor: number, head: number = anchor): void {
    this.view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
  }

  destroy(): void {
    this.view.destroy();
  }

  #extend(nonce: string): Extension {
    return [
      EditorView.cspNonce.of(nonce),
      history(),
      marks,
      direction,
      typing,
      EditorView.lineWrapping,
      placeholder("Write or paste a text in English."),
      EditorView.contentAttributes.of({
        "aria-label": "Your text",
        "aria-describedby": "editor-keys",
        spellcheck: "true",
        autocorrect: "on",
        autocapitalize: "sentences",
      }),
      this.#bind(),
      EditorView.updateListener.of((update) => this.#tell(update)),
    ];
  }

  #bind(): Extension {
    const listener = this.#listener;
    return keymap.of([
      { key: "Mod-.", run: () => listener.onAsk() },
      { key: "Alt-Enter", run: () => listener.onAsk() },
      { key: "Mod-Shift-Enter", run: () => listener.onReword() },
      { key: "F8", run: () => listener.onJump(1), shift: () => listener.onJump(-1) },
      { key: "Escape", run: () => listener.onLeave() },
      { key: "ArrowDown", run: () => listener.onEnter() },
      ...historyKeymap,
      ...standardKeymap,
    ]);
  }

  #tell(update: ViewUpdate): void {
    if (update.docChanged) this.#listener.onText(this.text, nameChange(update));
    if (update.docChanged || update.selectionSet) this.#listener.onSelection(readSelection(update.state));
  }
}

function nameChange(update: ViewUpdate): "typed" | "undone" | "redone" | "set" {
  const does = (event: string) => update.transactions.some((transaction) => transaction.isUserEvent(event));
  if (does("undo")) return "undone";
  if (does("redo")) return "redone";
  return does("input") || does("delete") || does("move") ? "typed" : "set";
}

/** The selected words; spaces at the ends and nothing but spaces do not count. */
function readSelection(state: EditorState): Range | null {
  const { from, to } = state.selection.main;
  const text = state.sliceDoc(from, to);
  const words = text.trim();
  if (!words) return null;
  const begin = from + text.indexOf(words);
  return { from: begin, to: begin + words.length };
}
