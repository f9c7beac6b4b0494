/** Short names for what `python ui/build.py types` generates from the OpenAPI document. */
import type { components } from "../api/schema";

type Schemas = components["schemas"];

/** What a completion carries beside the reply. */
export type Judgement = Schemas["GuardNote"];
/** A reply that was held back or replaced, and what the reader said about it. */
export type Held = Schemas["HeldAnswer"];
export type CategoryScore = Schemas["CategoryScore"];
export type WordList = Schemas["WordsAnswer"];
export type BankWord = WordList["words"][number];
export type Shared = Schemas["SharedAnswer"];
export type LimitsView = Schemas["LimitsAnswer"];
export type PolicyView = Schemas["PolicyShown"];
export type ReaderView = Schemas["ReaderAnswer"];

export type Decision = Judgement["decision"];
export type Cause = Judgement["cause"];
export type Ruling = BankWord["ruling"];
export type Scope = BankWord["scope"];
