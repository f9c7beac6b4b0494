/** Each line runs in the direction of its first letter, as Arabic or Hebrew need it. */
import { type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const automatic = Decoration.line({ attributes: { dir: "auto" } });

function decorate(view: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      lines.add(line.from, line.from, automatic);
      at = line.to + 1;
    }
  }
  return lines.finish();
}

const plugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = decorate(update.view);
    }
  },
  { decorations: (value) => value.decorations },
);

export const direction: Extension = [EditorView.perLineTextDirection.of(true), plugin];
