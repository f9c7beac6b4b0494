/** What a screen reader says of a reply, once, when it has ended. */
import { TITLES } from "./fault";
import type { Reply } from "./turns";
import { quote } from "./wording";

export function announce(reply: Reply): string {
  const { judgement, fault, text } = reply;
  const begins = text ? `The model: ${text.trim()} ` : "";
  if (fault) return `${begins}${TITLES[fault.kind]}. ${fault.message}`;
  if (judgement?.decision === "held") {
    const passages = judgement.held?.passages ?? [];
    const contains = passages.length ? `The reply contains ${quote(passages)}. ` : "";
    return `${begins}${contains}Would you like to see it? The question stands in the conversation.`;
  }
  if (judgement?.decision === "replaced") return `${begins}${judgement.message}`;
  if (reply.state === "stopped") return `${begins}Stopped.`;
  return `The model: ${text}`;
}
