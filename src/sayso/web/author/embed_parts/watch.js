// Finds text boxes on a page that changes: attaches to those that come, lets go of those that leave.

import { attach } from "./attach.js";
import { RichField, findEditable } from "./rich_field.js";
import { TextField } from "./text_field.js";

const SWEEP_MS = 100;
const MOST_RETURNS = 20;
const CLAIMED = Symbol.for("sayso.claimed");
const SAID = Symbol("sayso.said");

/** Watches for what `find()` lists. `makeHost(element)` gives the panel's place. Answers a function that ends it. */
export function watch({ find, makeHost, options }) {
  const attached = new Map();
  let timer = 0;

  const sweep = () => {
    timer = 0;
    const wanted = new Set(find().map(findTextBox).filter(Boolean));
    for (const [element, entry] of attached) {
      if (!wanted.has(element) || !element.isConnected) release(attached, element, entry);
      else entry.keepPlace();
    }
    for (const element of wanted) {
      if (!attached.has(element) && !element[CLAIMED]) attached.set(element, claim(element, makeHost, options));
    }
  };
  const observer = new MutationObserver(() => (timer ||= setTimeout(sweep, SWEEP_MS)));
  observer.observe(document, { childList: true, subtree: true });
  sweep();
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const [element, entry] of attached) release(attached, element, entry);
  };
}

/** The box that an element is or, with formatting, belongs to; null for anything else, which is said once. */
function findTextBox(element) {
  if (element.dataset.sayso === "off" || element.type === "password") return null;
  const box = element.matches("textarea, input") ? element : findEditable(element);
  if (!box && !element[SAID]) {
    element[SAID] = true;
    console.warn("Sayso: this is no textarea, input or contenteditable, and is left alone:", element);
  }
  return box;
}

function claim(element, makeHost, options) {
  element[CLAIMED] = true;
  const place = makeHost(element);
  const field = element.matches("textarea, input") ? new TextField(element) : new RichField(element);
  const attachment = attach(field, { ...options, host: place.host });
  let returns = 0;
  const keepPlace = () => {
    if (place.host.isConnected || returns >= MOST_RETURNS) return; // a framework drew its part of the page anew
    returns += 1;
    place.put();
  };
  return { attachment, place, keepPlace };
}

function release(attached, element, { attachment, place }) {
  attachment.stop();
  place.remove();
  delete element[CLAIMED];
  attached.delete(element);
}

/** A panel right behind the box; behind its label, if the box is inside one: a label would pass clicks on. */
export function placeAfter(element) {
  const host = document.createElement("sayso-panel");
  const put = () => (element.closest("label") ?? element).after(host);
  put();
  return { host, put, remove: () => host.remove() };
}
