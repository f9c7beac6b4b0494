/** Typing over a selection is done here, not by the browser: that would copy the look of a mark into an inline style,
 * which the page's policy refuses. Input methods, which compose, are left alone. */
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

export const typing: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const replaces = event.inputType === "insertText" && !event.isComposing && !view.state.selection.main.empty;
    if (!replaces || view.composing || event.data === null) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});
