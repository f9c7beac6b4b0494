// Elements made by hand: no markup is ever parsed, so no site's policy stands in the way.

/** `make("button", { class: "quiet", onclick: go }, "Go")`; a property that is null or false is left out. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function makeButton(label, onclick, properties = {}) {
  return make("button", { type: "button", onclick, ...properties }, label);
}
