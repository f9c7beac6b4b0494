// A textarea or a one-line text box of the site. It stays the site's own: we read it, and we type into it as a
// person would, so that undo, form posts and frameworks see nothing unusual.

const POLL_MS = 1000;

export class TextField {
  constructor(element) {
    this.element = element;
  }

  get text() {
    return this.element.value;
  }

  get isOpen() {
    return !this.element.disabled && !this.element.readOnly;
  }

  /** Whether this text would be let in. */
  hasRoomFor(text) {
    const { maxLength } = this.element;
    return maxLength < 0 || text.length <= Math.max(maxLength, this.text.length);
  }

  /** Puts `text` in place of the units from `begin` to `end`; the caret stands behind it. */
  replace(begin, end, text) {
    const box = this.element;
    const before = box.value;
    box.focus({ preventScroll: true });
    box.setSelectionRange(begin, end);
    if (typeOver(box.ownerDocument, text) && box.value !== before) return;
    box.setRangeText(text, begin, end, "end");
    box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertReplacementText", data: text }));
  }

  /** Calls `changed` whenever the text may be another. Answers a function that ends it. */
  listen(changed) {
    const box = this.element;
    const names = ["input", "change", "focus"];
    for (const name of names) box.addEventListener(name, changed);
    const poll = setInterval(changed, POLL_MS); // a value set by script, or a form reset, makes no event here
    return () => {
      for (const name of names) box.removeEventListener(name, changed);
      clearInterval(poll);
    };
  }
}

/** The browser's own typing, which its undo knows about; false where the browser has it no more. */
export function typeOver(ownDocument, text) {
  return text ? ownDocument.execCommand("insertText", false, text) : ownDocument.execCommand("delete");
}
