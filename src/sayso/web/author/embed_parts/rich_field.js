// A box with formatting (contenteditable), read as plain text and typed into as a person would.

import { typeOver } from "./text_field.js";

const RICH_POLL_MS = 1000;

/** The outermost editable element around this one, or null. */
export function findEditable(element) {
  if (!element?.isContentEditable) return null;
  while (element.parentElement?.isContentEditable) element = element.parentElement;
  return element;
}

/** The same shape as `TextField`. */
export class RichField {
  constructor(element) {
    this.element = element;
  }

  get text() {
    return readPieces(this.element).text;
  }

  get isOpen() {
    return this.element.isContentEditable;
  }

  hasRoomFor() {
    return true;
  }

  replace(begin, end, text) {
    const before = readPieces(this.element);
    const range = document.createRange();
    range.setStart(...findPoint(before, begin, { isEnd: false }));
    range.setEnd(...findPoint(before, end, { isEnd: begin < end }));
    this.element.focus({ preventScroll: true });
    const selection = document.getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    if (typeOver(document, text) && this.text !== before.text) return;
    range.deleteContents();
    range.insertNode(document.createTextNode(text));
    this.element.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertReplacementText", data: text }));
  }

  listen(changed) {
    const names = ["input", "focusin"];
    for (const name of names) this.element.addEventListener(name, changed);
    const poll = setInterval(changed, RICH_POLL_MS);
    return () => {
      for (const name of names) this.element.removeEventListener(name, changed);
      clearInterval(poll);
    };
  }
}

/** The text as it looks, a line break between blocks, and where each text node begins in it. */
function readPieces(root) {
  const pieces = { text: "", nodes: [] };
  const breakLine = () => {
    if (pieces.text && !pieces.text.endsWith("\n")) pieces.text += "\n";
  };
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      pieces.nodes.push({ node, begin: pieces.text.length });
      pieces.text += node.data;
    } else if (node.localName === "br") {
      pieces.text += "\n";
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      const isBlock = node !== root && !getComputedStyle(node).display.startsWith("inline");
      if (isBlock) breakLine();
      node.childNodes.forEach(visit);
      if (isBlock) breakLine();
    }
  };
  visit(root);
  return pieces;
}

/** The text node and the offset in it of a place in the text; at a border, an end belongs to the node before. */
function findPoint({ nodes }, place, { isEnd }) {
  const holds = ({ node, begin }) =>
    isEnd ? begin < place && place <= begin + node.length : begin <= place && place < begin + node.length;
  const found = nodes.find(holds) ?? nodes.findLast(({ begin }) => begin <= place);
  return [found.node, Math.min(place - found.begin, found.node.length)];
}
