/** Texts to try. The last two are what a participant of the RECAST study (Wright et al., 2021) tried out: models
    get them wrong, this one too. */
export interface Example {
  text: string;
  about: string;
}

export const EXAMPLES: readonly Example[] = [
  { text: "Thank you for explaining this so patiently.", about: "Kind, in kind words." },
  { text: "I disagree with every single point of this article.", about: "Disagreement without an attack." },
  { text: "You clearly have no idea what you are talking about.", about: "An attack without a harsh word." },
  { text: "What a stupid idea, only an idiot would vote for it.", about: "An idea, and everyone who likes it." },
  { text: "As a gay man I felt welcome there.", about: "A group named, nobody attacked." },
  {
    text: "I love this motherfucker, I'd take a bullet for him any day of the week",
    about: "Warm, in coarse words. Models often take it as hurtful.",
  },
  {
    text: "I genuinely hope you just don't wake up tomorrow",
    about: "Cruel, in polite words. Models often miss it.",
  },
];
