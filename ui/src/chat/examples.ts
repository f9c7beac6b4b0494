/** Questions to begin with; the first ones are what participants of the study talked about. */
export const EXAMPLES: readonly string[] = [
  "What makes somebody feel that they belong?",
  "Can you recommend some feminist books?",
  "What does bi-erasure mean?",
  "Tell me about a silly rule and who made it.",
];
