// In every page where the tool is on: waits until a text box gets the focus, and stands beside that one.

import { attach } from "../src/sayso/web/author/embed_parts/attach.js";
import { RichField, findEditable } from "../src/sayso/web/author/embed_parts/rich_field.js";
import { TextField } from "../src/sayso/web/author/embed_parts/text_field.js";
import { Failure } from "../src/sayso/web/author/embed_parts/transport.js";
import { placeAfter } from "../src/sayso/web/author/embed_parts/watch.js";

const PLAIN_INPUT = 'input:is([type="text"], :not([type]))';
const OWN_PANELS = "sayso-panel, sayso-author";

let current = null;

async function askBackground(path, body) {
  let reply = null;
  try {
    reply = await chrome.runtime.sendMessage({ kind: "ask", path, body });
  } catch {
    throw new Failure("unreachable"); // the extension was updated or removed under this page
  }
  if (!reply?.answer) throw new Failure(reply?.failure?.reason ?? "unreachable", reply?.failure);
  return reply.answer;
}

/** The field of an element that a person writes prose in; names, codes and passwords are none of our business. */
function makeField(element) {
  if (element?.dataset?.sayso === "off") return null;
  if (element?.matches?.("textarea")) return new TextField(element);
  if (element?.matches?.(PLAIN_INPUT)) return isProse(element) ? new TextField(element) : null;
  const editable = findEditable(element);
  return editable && new RichField(editable);
}

function isProse(input) {
  const isNamed = !["", "on", "off"].includes(input.autocomplete); // "email", "one-time-code", "cc-number" and so on
  return !isNamed && ["", "text"].includes(input.inputMode);
}

function leave() {
  current?.attachment.stop();
  current?.place.remove();
  current = null;
}

function consider(path, options) {
  if (path.some((node) => node.matches?.(OWN_PANELS))) return; // the focus moved into a panel
  const field = makeField(path[0]);
  if (!field || field.element === current?.element) return;
  leave();
  if (document.querySelector(OWN_PANELS)) return; // the site has Sayso itself
  const place = placeAfter(field.element);
  const attachment = attach(field, { ...options, host: place.host });
  current = { element: field.element, attachment, place };
}

async function begin() {
  const { limit } = await chrome.runtime.sendMessage({ kind: "options" });
  const options = { ask: askBackground, limit, isFloating: true, hasEvents: false };
  document.addEventListener("focusin", (event) => consider(event.composedPath(), options), true);
  const observer = new MutationObserver(() => {
    if (current && !current.element.isConnected) leave();
    else if (current && !current.place.host.isConnected) current.place.put();
  });
  observer.observe(document, { childList: true, subtree: true });
  consider([document.activeElement], options);
}

if (!globalThis.saysoIsHere) {
  globalThis.saysoIsHere = true;
  begin();
}
