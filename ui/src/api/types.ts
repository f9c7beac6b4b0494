/** Short names for what `npm run types` generates from the OpenAPI document. */
import type { paths } from "./schema";

type Draft = paths["/api/v1/author/draft"]["post"];
type Feedback = paths["/api/v1/author/feedback"]["post"];

export type DraftQuestion = Draft["requestBody"]["content"]["application/json"];
export type DraftAnswer = Draft["responses"]["200"]["content"]["application/json"];
export type DraftWord = DraftAnswer["words"][number];
export type Alternative = DraftWord["alternatives"][number];
export type Rewording = DraftAnswer["rewordings"][number];
export type Phrase = NonNullable<DraftAnswer["selection"]>;
export type Refusal = NonNullable<DraftAnswer["refused"]>;

export type FeedbackNote = Feedback["requestBody"]["content"]["application/json"];
export type FeedbackReceipt = Feedback["responses"]["201"]["content"]["application/json"];
export type FeedbackKind = FeedbackNote["kind"];
