/** The kinds of harm in everyday words. */

export interface Kind {
  /** As the name of a number: "insult 90". */
  name: string;
  /** As what people would find the text. */
  adjective: string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  INSULT: { name: "insult", adjective: "insulting" },
  PROFANITY: { name: "strong language", adjective: "coarse" },
  THREAT: { name: "threat", adjective: "threatening" },
  IDENTITY_ATTACK: { name: "attack on a group", adjective: "an attack on a group of people" },
  SEXUALLY_EXPLICIT: { name: "sexual content", adjective: "sexually explicit" },
  SEVERE_TOXICITY: { name: "severe", adjective: "very hurtful" },
  TOXICITY: { name: "overall", adjective: "hurtful" },
};

const GENERAL = new Set(["TOXICITY", "SEVERE_TOXICITY"]);
const TELLING = 0.2;

export interface NamedScore {
  attribute: string;
  name: string;
  adjective: string;
  score: number;
}

/** What stands behind the overall score, strongest first; kinds that hardly matter are left out. */
export function explainScore(scores: Readonly<Record<string, number>>): NamedScore[] {
  return nameScores(scores).filter(({ attribute, score }) => !GENERAL.has(attribute) && score >= TELLING);
}

export function nameScores(scores: Readonly<Record<string, number>>): NamedScore[] {
  return Object.entries(scores)
    .map(([attribute, score]) => ({ attribute, score, ...nameKind(attribute) }))
    .sort((one, other) => other.score - one.score);
}

export function nameKind(attribute: string): Kind {
  const plain = attribute.toLowerCase().replaceAll("_", " ");
  return KINDS[attribute] ?? { name: plain, adjective: plain };
}
