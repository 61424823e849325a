import type { ToolCall, UnsupportedParameter } from "@/lib/llm/models/service";
import type { Limit } from "./limits";

export type Usage = { input_tokens: number | null; output_tokens: number | null };
/** Usage and results of a run so far. They are also available after the run fails. */
export type RunUsage = {
  usage: Usage;
  model: string | null;
  responseId: string | null;
  memoryId: string | null;
  hasCalled: boolean;
  isCut: boolean;
  leftOut: UnsupportedParameter[];
  foundNothing: boolean;
  isFiltered: boolean;
  calls: ToolCall[];
  /**
   * Tokens of this reply and of assistants that it asked, estimated when a provider reports none. Counted only when a
   * token limit is set.
   */
  spent: number;
  limit: Limit | undefined;
};
export const createRunUsage = (): RunUsage => ({
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
