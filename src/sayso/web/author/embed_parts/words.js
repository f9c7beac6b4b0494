// Every text a person can see, in one object, so that a site can say it in its own words.

export const DEFAULT_WORDS = {
  title: "How this may read to others",
  score: "Score",
  points: "{points} of 100",
  empty: "Once you write, this says how it may read to others.",
  fine: "People would likely not mind this.",
  unsure: "The model is unsure. Some people may find this {kind}.",
  over: "People would likely find this {kind}.",
  wellOver: "People would very likely find this {kind}.",
  unjudged: "This could not be judged.",
  kinds: {
    TOXICITY: "hurtful",
    INSULT: "insulting",
    PROFANITY: "coarse",
    THREAT: "threatening",
    IDENTITY_ATTACK: "an attack on a group of people",
    SEVERE_TOXICITY: "very hurtful",
    SEXUALLY_EXPLICIT: "sexually explicit",
  },
  flagged: "Words that weigh. Choose one to see other ways to say it.",
  fixed: "These weigh too, but no other wording was found that helps: {list}.",
  flaggedOnly: "Words that weigh: {list}.",
  word: "“{word}”",
  alternatives: "Other ways to say “{word}”",
  alternative: "“{text}”",
  omission: "leave it out",
  after: "brings it to {points}",
  doubtful: "a second model would still object",
  secondOpinion: "The words changed, but the message did not: a second model reads it as before.",
  replaced: "“{before}” is now “{after}”.",
  omitted: "“{before}” is left out.",
  undo: "Undo",
  undone: "It is as it was.",
  noRoom: "There is no room for this wording in the box.",
  hide: "Hide",
  wrong: "This is wrong",
  page: "Open the full page",
  newTab: "(opens a new tab)",
  model: "The model ({model}) can be wrong. Nothing changes unless you choose it.",
  unreachable: "Sayso cannot be reached just now. You can write on and send as usual.",
  tooOften: "Sayso is asked too often just now. You can write on and send as usual.",
  tooLong: "This text is too long for Sayso to read. You can send it as usual.",
  feedbackTitle: "What is wrong?",
  feedbackKinds: {
    false_alarm: "This is not rude",
    missed: "Something rude was missed",
    biased: "This is unfair to a group of people",
  },
  feedbackPlace: "Which part?",
  feedbackWhole: "The whole text",
  feedbackComment: "Anything to add (you may leave this empty)",
  feedbackKept: "Your text and what you write here are sent and kept, so that a person can look at them.",
  feedbackSend: "Send",
  feedbackCancel: "Cancel",
  feedbackThanks: "Thank you. It was sent.",
  feedbackLink: "See what becomes of it",
  feedbackFailed: "It could not be sent. Try again in a while.",
};

/** The words with a site's own in place of ours; what is not a text where we have one is left aside. */
export function mergeWords(own, base = DEFAULT_WORDS) {
  const merged = { ...base };
  for (const [name, value] of Object.entries(own ?? {})) {
    if (!Object.hasOwn(base, name) || typeof value !== typeof base[name]) continue;
    merged[name] = typeof value === "object" ? mergeWords(value, base[name]) : value;
  }
  return merged;
}

/** A sentence with its blanks filled in: `fill("{points} of 100", { points: 31 })`. */
export function fill(sentence, values = {}) {
  return sentence.replace(/\{(\w+)\}/g, (blank, name) => String(values[name] ?? blank));
}

/** A score from 0 to 1 as people read it, 0 to 100. */
export function toPoints(score) {
  return Math.round(score * 100);
}
