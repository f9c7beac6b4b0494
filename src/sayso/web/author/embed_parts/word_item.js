// One flagged word in the list, and, once it is opened, other ways to say it.

import { describeAlternative } from "./draft_view.js";
import { make, makeButton } from "./elements.js";
import { fill } from "./words.js";

/** `toggle(key)` opens or closes; `choose(word, alternative)` takes an alternative. */
export function makeWordItem(word, { words, isOpen, isDoubtful, toggle, choose }) {
  const label = fill(words.word, { word: word.text });
  const opener = makeButton(label, () => toggle(word.key), {
    class: "word",
    "data-key": word.key,
    "aria-expanded": String(isOpen),
  });
  const item = make("li", { class: isOpen ? "open" : null }, opener);
  if (isOpen) item.append(makeAlternatives(word, { words, isDoubtful, choose }));
  item.addEventListener("keydown", (event) => moveByKey(event, item, () => toggle(word.key)));
  return item;
}

function makeAlternatives(word, { words, isDoubtful, choose }) {
  const list = make("ul", { class: "alternatives", "aria-label": fill(words.alternatives, { word: word.text }) });
  word.alternatives.forEach((alternative, index) => {
    const { wording, after } = describeAlternative(alternative, words);
    const doubt = isDoubtful(alternative) ? `, ${words.doubtful}` : "";
    const button = makeButton(`${wording} `, () => choose(word, alternative), { "data-key": `${word.key} ${index}` });
    button.append(make("span", { class: "quiet" }, `${after}${doubt}`));
    list.append(make("li", {}, button));
  });
  return list;
}

/** Up and down move through the alternatives, Escape leaves the text alone. */
function moveByKey(event, item, close) {
  const buttons = [...item.querySelectorAll("button")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
  if (event.key === "Escape" && buttons.length > 1) {
    buttons[0].focus();
    close();
  } else if (step && buttons.length > 1) {
    const at = buttons.indexOf(event.target);
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))].focus();
  } else return;
  event.preventDefault();
}
