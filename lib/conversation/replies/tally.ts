import type { LeftOut, ToolCall } from "@/lib/ai/models/service";
import type { Limit } from "./limits";

export type Usage = { input_tokens: number | null; output_tokens: number | null };
/** What is known of a conversation with a model so far, also when it then fails. */
export type Tally = {
  usage: Usage;
  model: string | null;
  responseId: string | null;
  /** What was remembered last. */
  memoryId: string | null;
  /** The model has had something done. */
  hasCalled: boolean;
  /** The last answer ended where it was as long as it may be. */
  isCut: boolean;
  /** What of the sampling the model does not take. */
  leftOut: LeftOut[];
  /** The document finder had nothing to quote. */
  foundNothing: boolean;
  /** The last answer was ended for its content. */
  isFiltered: boolean;
  /** What the model asked for of the caller's own tools, which ends the conversation. */
  calls: ToolCall[];
  /** Tokens so far, with those of other assistants; estimated where the model does not say. Counted where they are limited. */
  spent: number;
  /** What ended the work before the model had done with it. */
  limit: Limit | undefined;
};
export const newTally = (): Tally => ({
  usage: { input_tokens: null, output_tokens: null },
  model: null,
  responseId: null,
  memoryId: null,
  hasCalled: false,
  isCut: false,
  leftOut: [],
  foundNothing: false,
  isFiltered: false,
  calls: [],
  spent: 0,
  limit: undefined,
});
