import { z } from "zod";
import { get, json, jsonLimits, post } from "@/lib/api/contract";
import {
  leftOut,
  MOST_MESSAGES,
  MOST_TOOLS,
  pictureUrl,
  schema,
  toolName,
  topP,
} from "@/lib/surfaces/asking/contract";

/** What Anthropic keeps between requests, to be cheaper: it changes no answer. */
const cache_control = z.unknown().optional();
const text = z.object({ type: z.literal("text"), text: z.string(), cache_control });
const image = z.object({
  type: z.literal("image"),
  source: z.discriminatedUnion(
    "type",
    [
      z.object({
        type: z.literal("base64"),
        media_type: z.enum(["image/png", "image/jpeg", "image/gif", "image/webp"]),
        data: z.string().regex(/^[A-Za-z0-9+/=]+$/, "Must be base64."),
      }),
      z.object({ type: z.literal("url"), url: pictureUrl }),
    ],
    "Must be `base64` or `url`.",
  ),
  cache_control,
});
const toolUse = z.object({
  type: z.literal("tool_use"),
  id: z.string().min(1).max(200),
  name: toolName,
  input: schema,
  cache_control,
});
const toolResult = z.object({
  type: z.literal("tool_result"),
  tool_use_id: z.string().max(200),
  content: z.union([z.string(), z.array(text)], "Must be text.").optional(),
  is_error: z.boolean().optional(),
  cache_control,
});
const thought = z.object({ type: z.enum(["thinking", "redacted_thinking"]) });
const message = z.discriminatedUnion("role", [
  z.object({
    role: z.literal("user"),
    content: z.union([z.string(), z.array(z.discriminatedUnion("type", [text, image, toolResult]))]),
  }),
  z.object({
    role: z.literal("assistant"),
    content: z.union([z.string(), z.array(z.discriminatedUnion("type", [text, toolUse, thought]))]),
  }),
]);
const tool = z.object({
  type: z.literal("custom", "Only tools of the caller.").nullish(),
  name: toolName,
  description: z.string().max(50_000).nullish(),
  input_schema: schema,
  strict: z.boolean().nullish(),
  cache_control,
});
const isOne = z.boolean().nullish();
const toolChoice = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["auto", "any"]), disable_parallel_tool_use: isOne }),
  z.object({ type: z.literal("tool"), name: toolName, disable_parallel_tool_use: isOne }),
  z.object({ type: z.literal("none") }),
]);

export const MessageRequest = z
  .looseObject({
    model: z
      .string()
      .describe("The mention name of an assistant, `assistant-` and its id, or a model (`provider:model`)."),
    messages: z.array(message).min(1, "Must hold a message.").max(MOST_MESSAGES),
    max_tokens: z.int().min(1).max(10_000_000),
    system: z.union([z.string(), z.array(text)]).nullish(),
    stream: z.boolean().nullish(),
    temperature: z.number().min(0).max(1).nullish(),
    top_p: topP,
    stop_sequences: z.array(z.string().min(1).max(200)).max(16).nullish(),
    tools: z.array(tool).max(MOST_TOOLS, `At most ${MOST_TOOLS} tools.`).nullish(),
    tool_choice: toolChoice.nullish(),
    output_config: z
      .looseObject({
        effort: z.enum(["low", "medium", "high", "xhigh"]).nullish(),
        format: z.object({ type: z.literal("json_schema"), schema }).nullish(),
      })
      .nullish(),
  })
  .meta({ id: "AnthropicMessageRequest" });

const Message = z
  .object({
    id: z.string(),
    type: z.literal("message"),
    role: z.literal("assistant"),
    model: z.string(),
    content: z.array(
      z.union([
        z.object({ type: z.literal("text"), text: z.string() }),
        z.object({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: schema }),
      ]),
    ),
    stop_reason: z.enum(["end_turn", "max_tokens", "tool_use", "refusal"]),
    stop_sequence: z.null(),
    usage: z.object({ input_tokens: z.int(), output_tokens: z.int() }),
    left_out: leftOut,
  })
  .meta({ id: "AnthropicMessage" });

export const anthropicApi = {
  createAnthropicMessage: post("/anthropic/v1/messages", {
    summary: "Create a message with an assistant or a model, as an Anthropic client does",
    description:
      "As `POST /openai/chat/completions`, in the form of Anthropic's Messages API; `stream` answers its events. The key is an API token, as `X-Api-Key` or as a bearer. `system` is added to the instructions of the assistant. Pictures are read, documents and Anthropic's own tools are refused. What the model does not take, and fields that are not known here (`thinking`, `top_k`, …), are listed in `left_out`, of a stream in `message_delta`.",
    // Pictures come in it.
    body: json(MessageRequest, { mostBytes: jsonLimits.chat }),
    returns: Message,
    types: ["application/json", "text/event-stream"],
    allowance: "messages",
    speaks: "anthropic",
  }),
  listAnthropicModels: get("/anthropic/v1/models", {
    summary: "List the assistants and models, as an Anthropic client lists models",
    returns: z.object({
      data: z.array(
        z.object({
          type: z.literal("model"),
          id: z.string(),
          display_name: z.string(),
          created_at: z.string(),
        }),
      ),
      has_more: z.literal(false),
      first_id: z.string().nullable(),
      last_id: z.string().nullable(),
    }),
    speaks: "anthropic",
  }),
};
