import { z } from "zod";
import { json, jsonLimits, operation } from "@/lib/api/contract";
import { hasNoNul, NUL, name } from "@/lib/api/fields";
import { chatParams } from "@/lib/chat/chats/contract";
import { endpoints, MAX_AROUND_LENGTH, MAX_INSTRUCTION_LENGTH, MAX_PASSAGE_LENGTH } from "./operations";

const text = (length: number) => z.string().max(length).refine(hasNoNul, NUL);

const SuggestionInput = z
  .object({
    passage: text(MAX_PASSAGE_LENGTH).min(1).describe("The selected text."),
    before: text(MAX_AROUND_LENGTH).default("").describe("What stands before it, for context."),
    after: text(MAX_AROUND_LENGTH).default("").describe("What stands after it, for context."),
    language: name(50).describe("`markdown`, `text`, or the language of the code."),
    task: z
      .enum(["shorter", "longer", "grammar", "explain", "custom"])
      .describe(
        "What to do with the passage. `explain` answers with an explanation, the others with a new passage.",
      ),
    instruction: text(MAX_INSTRUCTION_LENGTH)
      .trim()
      .optional()
      .describe("What to change, in your own words. Required for `custom`."),
  })
  .refine(({ task, instruction }) => task !== "custom" || Boolean(instruction), {
    path: ["instruction"],
    error: "Must not be empty.",
  })
  .meta({ id: "CanvasSuggestionInput" });

export const suggestionsApi = {
  suggestCanvasChange: operation(endpoints.suggestCanvasChange, {
    summary: "Suggest a change of a canvas",
    description:
      "Asks the chat's model for another version of a passage, or for an explanation of it. Nothing is stored but the use of tokens: to accept the suggestion, update the canvas. Owners and admins of the chat may. With `Accept: text/event-stream` the text comes as events `text`; the last event is `done` with the whole answer, or `error`. Closing the connection stops the model.",
    params: chatParams,
    allowance: "messages",
    events: true,
    body: json(SuggestionInput, { mostBytes: jsonLimits.chat }),
    returns: z
      .object({ text: z.string(), model: z.string().describe("The model that replied.") })
      .meta({ id: "CanvasSuggestion" }),
  }),
};
