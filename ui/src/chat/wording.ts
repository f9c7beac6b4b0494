/** What the page says about scores, limits and answers. */
import type { Cause, Held, PolicyView, Ruling } from "./types.ts";

export const RULINGS: Readonly<Record<Ruling, string>> = {
  permit: "Always show",
  block: "Never show",
  ask: "Ask me",
};

export const SOURCES: Readonly<Record<string, string>> = {
  answer: "from an answer",
  hand: "added by you",
  import: "from a file",
  community: "from the community's list",
};

/** As it is written everywhere: 0.35. Never rounded up: a score under a limit must not look like one at it. */
export function toNumber(score: number): string {
  return (Math.floor(Number((score * 100).toFixed(6))) / 100).toFixed(2);
}

/** A score is a probability: how likely people are to find this in the words. */
export function sayLikelihood(score: number): string {
  if (score >= 0.85) return "very likely";
  if (score >= 0.5) return "likely";
  if (score >= 0.3) return "unsure";
  return "unlikely";
}

export function quote(terms: readonly string[]): string {
  return terms.map((term) => `“${term}”`).join(" and ");
}

/** A slider's value with its meaning; `would` counts the replies of this conversation that it touches. */
export function describeLimit(limit: number, policy: PolicyView, would: { touched: number; all: number }): string {
  return [`${toNumber(limit)}:`, sayMeaning(limit, policy), sayTouched(policy, would)].filter(Boolean).join(" ");
}

function sayMeaning(limit: number, policy: PolicyView): string {
  const [soft, hard] = [toNumber(policy.soft_limit), toNumber(policy.hard_limit)];
  const isFixed = policy.method === "fixed";
  const acts = isFixed ? "filters" : "asks you about";
  const range = isFixed ? `from ${toNumber(limit)} on` : `from ${toNumber(limit)} up to ${hard}`;
  if (!isFixed && limit >= policy.hard_limit) return `asks you about nothing under ${hard}; what reaches ${hard} is never shown.`;
  if (limit <= 0) return `${acts} every reply.`;
  if (toNumber(limit) === soft) return `the usual limit here; ${acts} replies ${range}.`;
  const compared = limit < policy.soft_limit ? "more" : "fewer";
  return `${acts} ${compared} replies than usual (${soft}), those ${range}.`;
}

function sayTouched(policy: PolicyView, { touched, all }: { touched: number; all: number }): string {
  if (!all) return "";
  const done = policy.method === "fixed" ? "filtered" : "asked about";
  return `Of the ${all === 1 ? "one reply" : `${all} replies`} here, ${touched} would be ${done}.`;
}

/** What an answer is about: the word it turns on, or, where the community has it so, the n-grams. */
export function listAbout({ words, terms }: { words: readonly string[]; terms: readonly string[] }): readonly string[] {
  return words.length ? words.slice(0, 1) : terms;
}

/** What the reader said about a held reply. */
export function describeAnswer(held: Held): string {
  const about = listAbout(held);
  const terms = about.length ? quote(about) : "these words";
  const are = (one: string, many: string): string => (about.length === 1 ? one : many);
  const where = held.scope === "always" ? "for good" : "in this conversation";
  if (held.view === false) return `You left it. Replies with ${terms} are not shown in this conversation.`;
  if (held.future === "permit") return `You said: do not filter. ${terms} no longer ${are("counts", "count")}, ${where}.`;
  if (held.future === "block") return `You said: filter. Replies with ${terms} are not shown, ${where}.`;
  if (held.future === "ask") return `You said: ask me again, when ${terms} ${are("comes", "come")} up.`;
  if (held.state === "expired") return "The question has expired, and the reply is erased.";
  return held.view ? "You saw it and have not said yet whether to filter replies like it." : "It waits for your answer.";
}

const CAUSES: Readonly<Record<Cause, string>> = {
  under: "Nothing in it reaches your limit.",
  permitted: "What reaches your limit is in your words as always shown.",
  between: "It lies between your limit and the community's.",
  whole_between: "No words of it reach your limit, but one of its sentences, or all of it, is nearer to the community's.",
  permitted_over: "Only with words that you always show is it as strong as this.",
  over: "Some of its words reach the limit that nobody here may go over.",
  whole_over: "A sentence of it, or all of it, reaches the limit that nobody here may go over.",
  blocked: "It holds words that you never want to see.",
  unjudged: "It could not be judged, and what is not judged is not shown.",
};

export const sayCause = (cause: Cause): string => CAUSES[cause];
