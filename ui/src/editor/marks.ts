/** Words the model noticed, drawn over the text. They move with what is typed; one that is edited loses its mark. */
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

import type { DraftAnswer, DraftWord } from "../api/types";
import { Offsets, type Range } from "../text/offsets";

export interface Mark extends Range {
  /** Its place in the answer. */
  index: number;
  word: DraftWord;
}

export const setMarks = StateEffect.define<readonly Mark[]>();

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) return Decoration.set(effect.value.map(draw), true);
    }
    if (!transaction.docChanged) return marks;
    let kept = marks.map(transaction.changes);
    transaction.changes.iterChangedRanges((_fromA, _toA, begin, end) => {
      kept = kept.update({ filter: (from, to) => end <= from || begin >= to, filterFrom: begin, filterTo: end });
    });
    return kept;
  },
  provide: (marks) => EditorView.decorations.from(marks),
});

export const marks: Extension = field;

export function makeMarks(text: string, draft: DraftAnswer): Mark[] {
  const offsets = new Offsets(text);
  return draft.words
    .map((word, index) => ({
      index,
      word,
      from: offsets.toUtf16(word.begin),
      to: offsets.toUtf16(word.end),
    }))
    .filter(({ from, to }) => from < to && to <= text.length);
}

/** Where each mark stands now. */
export function listMarks(view: EditorView): Mark[] {
  const found: Mark[] = [];
  view.state.field(field).between(0, view.state.doc.length, (from, to, { spec }) => {
    found.push({ ...(spec.mark as Mark), from, to });
  });
  return found;
}

function draw(mark: Mark) {
  const { weight, flagged, highlighted } = mark.word;
  const names = ["noticed", flagged && "flagged", highlighted && "other-words"].filter(Boolean);
  const attributes: Record<string, string> = {
    class: names.join(" "),
    style: `--weight: ${weight.toFixed(3)}`,
    "data-word": String(mark.index),
  };
  return Decoration.mark({ attributes, mark }).range(mark.from, mark.to);
}
