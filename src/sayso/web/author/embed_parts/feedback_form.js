// "This is wrong": what, where, and a word about it. Sent only when the author says so.

import { make, makeButton } from "./elements.js";
import { wholeText } from "./draft_view.js";
import { fill } from "./words.js";

let formCount = 0;

/** A form about `text` and its flagged words. `send(report)` resolves to a link, `close()` takes the form away. */
export function makeFeedbackForm({ words, text, flagged, send, close }) {
  const places = [{ label: words.feedbackWhole, ...wholeText(text) }];
  for (const word of flagged) places.push({ label: fill(words.word, { word: word.text }), ...word });
  const kinds = makeKinds(words);
  const place = make("select", {}, ...places.map(({ label }, value) => make("option", { value }, label)));
  const comment = make("textarea", { rows: 2, maxlength: 2000 });
  const outcome = make("p", { role: "status", class: "outcome" });
  const form = make("div", { class: "feedback", role: "group", "aria-label": words.feedbackTitle });
  const sendButton = makeButton(words.feedbackSend, async () => {
    const { begin, end } = places[place.value];
    const kind = form.querySelector("input:checked").value;
    sendButton.disabled = true;
    try {
      const url = await send({ text, begin, end, kind, comment: comment.value });
      form.replaceChildren(...makeThanks(words, url, close));
      form.querySelector("a, button").focus();
    } catch {
      sendButton.disabled = false;
      outcome.textContent = words.feedbackFailed;
    }
  });
  form.append(
    kinds,
    make("label", {}, words.feedbackPlace, place),
    make("label", {}, words.feedbackComment, comment),
    make("p", { class: "quiet" }, words.feedbackKept),
    outcome,
    make("div", { class: "actions" }, sendButton, makeButton(words.feedbackCancel, close)),
  );
  return form;
}

function makeKinds(words) {
  formCount += 1;
  const choices = Object.entries(words.feedbackKinds).map(([value, label], index) => {
    const radio = make("input", { type: "radio", name: `kind${formCount}`, value, checked: index === 0 });
    return make("label", {}, radio, label);
  });
  return make("fieldset", {}, make("legend", {}, words.feedbackTitle), ...choices);
}

function makeThanks(words, url, close) {
  const link = url && make("a", { href: url, target: "_blank", rel: "noopener" }, words.feedbackLink, " ", words.newTab);
  const actions = make("div", { class: "actions" }, link || null, makeButton(words.hide, close));
  return [make("p", { role: "status" }, words.feedbackThanks), actions];
}
