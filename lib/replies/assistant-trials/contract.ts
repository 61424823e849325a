import { z } from "zod";
import { json, jsonLimits, operation } from "@/lib/api/contract";
import { jsonId } from "@/lib/api/fields";
import { AssistantContent } from "@/lib/chat/assistants/contract";
import { endpoints } from "./operations";

const MAX_TURNS = 40;

const PassedOver = z
  .object({ model: z.string(), code: z.string(), message: z.string() })
  .meta({ id: "PassedOver" });
const Trial = z
  .object({
    assistant: AssistantContent.describe("The fields as they are now, saved or not."),
    id: jsonId.optional().describe("The assistant that is being changed; absent for a new one."),
    messages: z
      .array(z.object({ role: z.enum(["user", "assistant"]), text: z.string().max(50_000) }))
      .min(1)
      .max(MAX_TURNS)
      .describe("What was said so far. The last one is the question."),
  })
  .meta({ id: "AssistantTrial" });

export const trialsApi = {
  tryAssistant: operation(endpoints.tryAssistant, {
    summary: "Try an assistant before it is saved",
    description:
      "Replies as an assistant with these fields would, outside of any chat. Nothing is stored but the use of tokens, and of its tools it has those that only read. With `Accept: text/event-stream` the text comes as events `text`; the last event is `done` with the whole answer, or `error`.",
    allowance: "messages",
    events: true,
    body: json(Trial, { mostBytes: jsonLimits.chat }),
    returns: z
      .object({
        text: z.string(),
        model: z.string().describe("The model that replied."),
        passed_over: z
          .array(PassedOver)
          .describe("Models that were asked before it, and why they did not reply."),
      })
      .meta({ id: "AssistantTrialReply" }),
  }),
};
