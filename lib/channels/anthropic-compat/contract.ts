import { z } from "zod";
import { get, json, jsonLimits, post } from "@/lib/api/contract";
import {
  leftOut,
  MAX_MESSAGES,
  MAX_TOOLS,
  otherThan,
  pictureUrl,
  schema,
  toolName,
  topP,
} from "@/lib/channels/compat/contract";

// Prompt caching only affects costs, so it is ignored.
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
const document = z.object({
  type: z.literal("document"),
  source: z.union([
    z.discriminatedUnion("type", [
      z.object({ type: z.literal("text"), data: z.string() }),
      z.object({ type: z.literal("content"), content: z.union([z.string(), z.array(text)]) }),
    ]),
    otherThan("text", "content"),
  ]),
  title: z.string().nullish(),
  context: z.string().nullish(),
  cache_control,
});
const searchResult = z.object({
  type: z.literal("search_result"),
  source: z.string(),
  title: z.string(),
  content: z.array(text),
});
const toolUse = z.object({
  type: z.literal("tool_use"),
  id: z.string().min(1).max(200),
  name: toolName,
  input: schema,
  cache_control,
});
const toolReference = z.object({ type: z.literal("tool_reference"), tool_name: toolName });
const toolResult = z.object({
  type: z.literal("tool_result"),
  tool_use_id: z.string().max(200),
  content: z
    .union([
      z.string(),
      z.array(
        z.union([
          z.discriminatedUnion("type", [text, image, document, searchResult, toolReference]),
          otherThan("text", "image", "document", "search_result", "tool_reference"),
        ]),
      ),
    ])
    .optional(),
  is_error: z.boolean().optional(),
  cache_control,
});
const compaction = z.object({ type: z.literal("compaction"), content: z.string().nullish() });
const tool = z.object({
  type: z.literal("custom").nullish(),
  name: toolName,
  description: z.string().max(50_000).nullish(),
  input_schema: schema,
  strict: z.boolean().nullish(),
  defer_loading: z.boolean().nullish(),
  cache_control,
});
const anyTool = z.union([tool, otherThan("custom")]);
const toolAddition = z.object({
  type: z.literal("tool_addition"),
  tool: z.union([
    z.object({ type: z.literal("tool_definition"), definition: anyTool }),
    z.object({ type: z.literal("tool_reference"), name: toolName }),
    otherThan("tool_definition", "tool_reference"),
  ]),
});
const toolRemoval = z.object({
  type: z.literal("tool_removal"),
  tool: z.union([
    z.object({ type: z.literal("tool_reference"), name: toolName }),
    otherThan("tool_reference"),
  ]),
});
const message = z.discriminatedUnion("role", [
  z.object({
    role: z.literal("user"),
    content: z.union([
      z.string(),
      z.array(z.discriminatedUnion("type", [text, image, document, searchResult, toolResult, compaction])),
    ]),
  }),
  z.object({
    role: z.literal("assistant"),
    content: z.union([
      z.string(),
      z.array(
        z.union([
          z.discriminatedUnion("type", [text, toolUse, compaction]),
          // Thinking, and results of Anthropic's server tools.
          otherThan("text", "tool_use", "compaction"),
        ]),
      ),
    ]),
  }),
  z.object({
    role: z.literal("system"),
    content: z
      .union([
        z.string(),
        z.array(
          z.union([
            z.discriminatedUnion("type", [text, toolAddition, toolRemoval]),
            otherThan("text", "tool_addition", "tool_removal"),
          ]),
        ),
      ])
      .nullish(),
  }),
]);
const isOne = z.boolean().nullish();
const toolChoice = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["auto", "any"]), disable_parallel_tool_use: isOne }),
  z.object({ type: z.literal("tool"), name: toolName, disable_parallel_tool_use: isOne }),
  z.object({ type: z.literal("none") }),
]);

const fields = {
  model: z
    .string()
    .describe("The mention name of an assistant, `assistant-` and its id, or a model (`provider:model`)."),
  messages: z.array(message).min(1, "Must hold a message.").max(MAX_MESSAGES),
  system: z.union([z.string(), z.array(text)]).nullish(),
  tools: z.array(anyTool).max(MAX_TOOLS, `At most ${MAX_TOOLS} tools.`).nullish(),
  tool_choice: toolChoice.nullish(),
  thread: z.unknown().optional().describe("Refused with `thread_unsupported_request`: send all messages."),
};

export const TokenCountRequest = z.looseObject(fields).meta({ id: "AnthropicTokenCountRequest" });

export const MessageRequest = z
  .looseObject({
    ...fields,
    max_tokens: z.int().min(1).max(10_000_000),
    stream: z.boolean().nullish(),
    temperature: z.number().min(0).max(1).nullish(),
    top_p: topP,
    stop_sequences: z.array(z.string().min(1).max(200)).max(16).nullish(),
    output_config: z
      .looseObject({
        effort: z.enum(["low", "medium", "high", "xhigh", "max"]).nullish(),
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

// For fields that are always null, which Anthropic's schema and SDKs with strict validation require.
const unsaid = z.null();
const Model = z
  .object({
    type: z.literal("model"),
    id: z.string(),
    display_name: z.string(),
    created_at: z.string(),
    lifecycle: z.literal("active"),
    capabilities: unsaid,
    line: unsaid,
    max_input_tokens: z.int().nullable(),
    max_tokens: z.int().nullable(),
    deprecated_at: unsaid,
    retires_at: unsaid,
  })
  .meta({ id: "AnthropicModel" });

export const anthropicApi = {
  createAnthropicMessage: post("/anthropic/v1/messages", {
    summary: "Create a message with an assistant or a model, as an Anthropic client does",
    description: [
      "As `POST /openai/chat/completions`, in the form of Anthropic's Messages API; `stream` answers its events. The key is an API token, as `X-Api-Key` or as a bearer. `system`, and messages of the role `system`, are added to the instructions of the assistant. Pictures are read, also in what tools answer; of documents only those that are text are. Anthropic's own tools and blocks that are not known here are left out. A tool with `defer_loading` is offered once a `tool_reference` names it.",
      "What the model does not take, and fields and tools that are not known here (`thinking`, `top_k`, `tools.web_search_20250305`, …), are listed in `left_out`, of a stream in `message_delta`. `thread` is refused with `error.details.error_code` `thread_unsupported_request`, upon which Anthropic's SDKs send the whole conversation.",
    ].join("\n\n"),
    // The body may contain images.
    body: json(MessageRequest, { mostBytes: jsonLimits.pictures }),
    returns: Message,
    types: ["application/json", "text/event-stream"],
    allowance: "messages",
    speaks: "anthropic",
  }),
  countAnthropicTokens: post("/anthropic/v1/messages/count_tokens", {
    summary: "Estimate the tokens of a message, as an Anthropic client counts them",
    description:
      "Roughly: a token for four characters, and 1,000 for a picture. What an assistant adds itself (instructions, passages, tools) is not counted.",
    body: json(TokenCountRequest, { mostBytes: jsonLimits.pictures }),
    returns: z.object({ input_tokens: z.int() }).meta({ id: "AnthropicTokenCount" }),
    speaks: "anthropic",
  }),
  listAnthropicModels: get("/anthropic/v1/models", {
    summary: "List the assistants and models, as an Anthropic client lists models",
    returns: z.object({
      data: z.array(Model),
      has_more: z.literal(false),
      first_id: z.string().nullable(),
      last_id: z.string().nullable(),
    }),
    speaks: "anthropic",
  }),
  getAnthropicModel: get("/anthropic/v1/models/{model}", {
    summary: "Get an assistant or a model, as an Anthropic client gets a model",
    params: z.object({ model: z.string().max(200) }),
    returns: Model,
    speaks: "anthropic",
  }),
};
