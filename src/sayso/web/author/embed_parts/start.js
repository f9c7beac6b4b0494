// Where the script tag begins: learns its own address, reads its attributes, and watches the page.

import { DEFAULTS } from "./attach.js";
import { makeFetchTransport } from "./transport.js";
import { placeAfter, watch } from "./watch.js";

const OWN_TAG = document.currentScript;
const OWN_ROOT = OWN_TAG.src.replace(/\/embed\/sayso\.js([?#].*)?$/, "");

/** The options of a script tag (`data-limit`) or an element (`limit`), by `get(name)`. */
function readOptions(get) {
  const limit = Number(get("limit") || DEFAULTS.limit);
  return {
    ask: makeFetchTransport({ root: OWN_ROOT, key: get("key") ?? "" }),
    pageUrl: readPage(get("page")),
    limit: limit >= 0 && limit <= 1 ? limit : complain(`limit is ${get("limit")}, not from 0 to 1`) ?? DEFAULTS.limit,
    show: get("show") === "always" ? "always" : DEFAULTS.show,
    theme: get("theme") ?? "",
    words: readWords(get("words")),
  };
}

/** The full page's address: ours, the site's own for it, or none. */
function readPage(given) {
  return given === "off" ? "" : new URL(given || `${OWN_ROOT}/write`, document.baseURI).href;
}

function readWords(json) {
  if (!json) return {};
  try {
    return JSON.parse(json);
  } catch {
    return complain("words is no JSON") ?? {};
  }
}

function complain(what) {
  console.warn(`Sayso: ${what}`);
}

/** A function that lists what the selector finds now; an empty list, always, if it is no selector. */
function makeFinder(selector) {
  try {
    document.querySelector(selector);
  } catch {
    complain(`data-for is no selector: ${selector}`);
    return () => [];
  }
  return () => [...document.querySelectorAll(selector)];
}

/** `<sayso-author for="comment">`: the panel stands where the site puts it. */
class SaysoAuthor extends HTMLElement {
  #end = null;

  connectedCallback() {
    const find = () => [this.getRootNode().getElementById?.(this.getAttribute("for"))].filter(Boolean);
    const makeHost = () => ({ host: this, put() {}, remove() {} });
    const get = (name) => this.getAttribute(name) ?? OWN_TAG.getAttribute(`data-${name}`);
    this.#end = watch({ find, makeHost, options: readOptions(get) });
  }

  disconnectedCallback() {
    this.#end?.();
  }
}

const chosen = OWN_TAG.dataset.for;
if (!customElements.get("sayso-author")) customElements.define("sayso-author", SaysoAuthor);
if (chosen) {
  const options = readOptions((name) => OWN_TAG.getAttribute(`data-${name}`));
  const start = () => watch({ find: makeFinder(chosen), makeHost: placeAfter, options });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
}
