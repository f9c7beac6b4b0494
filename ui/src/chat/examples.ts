/** Questions to begin with; the second and third lead to replies that Recourse for Reclamation found wrongly filtered. */
export const EXAMPLES: readonly string[] = [
  "What makes somebody feel that they belong?",
  "Can you recommend some feminist books?",
  "What does bi-erasure mean?",
  "Tell me about a silly rule and who made it.",
];
