import { z } from "zod";
import { del, get, json, jsonLimits, post } from "@/lib/api/contract";
import {
  detail,
  effort,
  leftOut,
  length,
  MAX_MESSAGES,
  MAX_TOOLS,
  otherThan,
  pictureUrl,
  refused,
  schema,
  temperature,
  toolName,
  topP,
} from "@/lib/channels/compat/contract";

/** Maximum context of a stored response, including everything that its request refers to. */
export const MAX_CONTEXT_BYTES = jsonLimits.chat;
export const MAX_CONTEXT_ITEMS = MAX_MESSAGES;

const text = z.object({ type: z.literal("input_text"), text: z.string() });
const image = z.object({
  type: z.literal("input_image"),
  image_url: pictureUrl.nullish(),
  file_id: refused("A stored file"),
  detail,
});
const content = z.union([
  z.string(),
  z.array(
    z.discriminatedUnion("type", [
      text,
      z.object({ type: z.literal("output_text"), text: z.string() }),
      z.object({ type: z.literal("refusal"), refusal: z.string() }),
      image,
      z.object({
        type: z.literal("input_file"),
        file_data: z.never("Files are not read here. Send their text."),
      }),
    ]),
  ),
]);
const status = z.string().max(40).nullish();
const itemId = z.string().max(200);
const namespace = toolName.nullish().describe("Of the `namespace` that the tool is in.");
const toolOutput = z.union([
  z.string(),
  z.array(z.union([z.discriminatedUnion("type", [text, image]), otherThan("input_text", "input_image")])),
]);
export const InputItem = z.union(
  [
    z
      .object({
        type: z.literal("message").optional(),
        role: z.enum(["user", "assistant", "system", "developer"]),
        content,
        id: itemId.nullish(),
        status,
      })
      // Required only in the API reference, because clients generated from it tell items apart by their type.
      .meta({ override: ({ jsonSchema }) => void jsonSchema.required?.push("type") }),
    z.object({
      type: z.literal("function_call"),
      call_id: z.string().min(1).max(200),
      name: toolName,
      arguments: z.string(),
      namespace,
      id: itemId.nullish(),
      status,
      extra_content: z
        .object({ google: z.object({ thought_signature: z.string() }).optional() })
        .nullish()
        .describe("As it came with the call."),
    }),
    z.object({
      type: z.literal("function_call_output"),
      call_id: z.string().max(200),
      output: toolOutput,
      id: itemId.nullish(),
      status,
    }),
    z.object({
      type: z.literal("custom_tool_call"),
      call_id: z.string().min(1).max(200),
      name: toolName,
      input: z.string(),
      namespace,
      id: itemId.nullish(),
      status,
    }),
    z.object({
      type: z.literal("custom_tool_call_output"),
      call_id: z.string().max(200),
      output: toolOutput,
      id: itemId.nullish(),
      status,
    }),
    z.object({ type: z.literal("item_reference"), id: itemId }),
    // Reasoning, and results of OpenAI's built-in tools.
    otherThan(
      "message",
      "function_call",
      "function_call_output",
      "custom_tool_call",
      "custom_tool_call_output",
      "item_reference",
    ),
  ],
  "Must be a message, a call of a tool, what it answered, or an `item_reference`.",
);
export type InputItem = z.output<typeof InputItem>;

const functionTool = z.object({
  type: z.literal("function"),
  name: toolName,
  description: z.string().max(50_000).nullish(),
  parameters: schema.nullish(),
  strict: z.boolean().nullish(),
});
const customTool = z.object({
  type: z.literal("custom"),
  name: toolName,
  description: z.string().max(50_000).nullish(),
  format: z
    .looseObject({
      type: z.string().max(40),
      syntax: z.string().max(40).nullish(),
      definition: z.string().max(50_000).nullish(),
    })
    .nullish(),
});
const namespaceTool = z.object({
  type: z.literal("namespace"),
  name: toolName,
  description: z.string().max(50_000).nullish(),
  tools: z
    .array(
      z.union([z.discriminatedUnion("type", [functionTool, customTool]), otherThan("function", "custom")]),
    )
    .max(MAX_TOOLS),
});
const tool = z.union([
  z.discriminatedUnion("type", [functionTool, customTool, namespaceTool]),
  otherThan("function", "custom", "namespace"),
]);
const toolNamed = z.object({ type: z.enum(["function", "custom"]), name: toolName, namespace });
const toolChoice = z.union(
  [
    z.enum(["none", "auto", "required"]),
    toolNamed,
    z.object({
      type: z.literal("allowed_tools"),
      mode: z.enum(["auto", "required"]),
      tools: z.array(z.union([toolNamed, otherThan("function", "custom")])).max(MAX_TOOLS),
    }),
  ],
  "Must be `none`, `auto`, `required`, a tool, or `allowed_tools`.",
);
const format = z.discriminatedUnion(
  "type",
  [
    z.object({ type: z.literal("text") }),
    z.object({ type: z.literal("json_object") }),
    z.object({
      type: z.literal("json_schema"),
      name: toolName,
      description: z.string().max(10_000).nullish(),
      schema,
      strict: z.boolean().nullish(),
    }),
  ],
  "Must be `text`, `json_object` or `json_schema`.",
);

export const ResponseRequest = z
  .looseObject({
    model: z
      .string()
      .describe("The mention name of an assistant, `assistant-` and its id, or a model (`provider:model`)."),
    input: z.union([z.string(), z.array(InputItem).max(MAX_MESSAGES)]).nullish(),
    instructions: z.string().nullish(),
    previous_response_id: z.string().max(100).nullish(),
    store: z.boolean().nullish().describe("False: nothing is kept."),
    stream: z.boolean().nullish(),
    temperature,
    top_p: topP,
    max_output_tokens: length,
    reasoning: z.looseObject({ effort }).nullish(),
    text: z.looseObject({ format: format.nullish() }).nullish(),
    tools: z.array(tool).max(MAX_TOOLS, `At most ${MAX_TOOLS} tools.`).nullish(),
    tool_choice: toolChoice.nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
    background: z.literal(false, "Responses are not made in the background.").nullish(),
    conversation: refused("Keeping a conversation"),
    prompt: refused("A stored prompt"),
    max_tool_calls: refused("Limiting the calls of tools"),
    top_logprobs: z.literal(0, "Probabilities are not given.").nullish(),
  })
  .meta({ id: "ResponseRequest" });

export const ResponseTokenCountRequest = ResponseRequest.pick({
  input: true,
  instructions: true,
  previous_response_id: true,
  reasoning: true,
  text: true,
  tools: true,
  tool_choice: true,
  parallel_tool_calls: true,
  conversation: true,
})
  .extend({ model: ResponseRequest.shape.model.nullish() })
  .meta({ id: "ResponseTokenCountRequest" });

const outputItem = z.union([
  z.object({
    type: z.literal("message"),
    id: z.string(),
    status: z.enum(["completed", "incomplete"]),
    role: z.literal("assistant"),
    content: z.array(
      z.object({
        type: z.literal("output_text"),
        text: z.string(),
        annotations: z.array(z.unknown()),
        logprobs: z.array(z.unknown()),
      }),
    ),
  }),
  z.object({
    type: z.literal("function_call"),
    id: z.string(),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
    namespace: z.string().optional(),
    status: z.literal("completed"),
    extra_content: z.unknown().optional(),
  }),
  z.object({
    type: z.literal("custom_tool_call"),
    id: z.string(),
    call_id: z.string(),
    name: z.string(),
    input: z.string(),
    namespace: z.string().optional(),
    status: z.literal("completed"),
  }),
]);
export const OpenAiResponse = z
  .looseObject({
    id: z.string(),
    object: z.literal("response"),
    created_at: z.int().describe("Seconds since 1970."),
    status: z.enum(["completed", "incomplete", "in_progress", "failed"]),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    incomplete_details: z.object({ reason: z.enum(["max_output_tokens", "content_filter"]) }).nullable(),
    model: z.string(),
    output: z.array(outputItem),
    usage: z
      .object({
        input_tokens: z.int(),
        input_tokens_details: z.object({ cached_tokens: z.int(), cache_write_tokens: z.int() }),
        output_tokens: z.int(),
        output_tokens_details: z.object({ reasoning_tokens: z.int() }),
        total_tokens: z.int(),
      })
      .nullable(),
    left_out: leftOut,
  })
  .meta({ id: "OpenAiResponse" });

const params = z.object({ response_id: z.string().max(100) });
const MAX_PAGE_ITEMS = 100;
const DEFAULT_PAGE_ITEMS = 20;

export const responsesApi = {
  createResponse: post("/openai/responses", {
    summary: "Create a response with an assistant or a model",
    description: [
      "As `POST /openai/chat/completions`, in the form of OpenAI's Responses API. `stream` answers its events. `instructions`, and messages of the roles `system` and `developer`, are added to those of the assistant.",
      "Unless `store` is false, the response and what it replied to are kept for 30 days, the newest 1,000 of a person in a group, for nobody but whoever asked; `previous_response_id` goes on from one. With what it and `item_reference` bring in, and wherever it is kept, a request may have 2 MB and 2,000 items; beyond that it answers `context_length_exceeded`. With `store: false` pictures may come to 8 MB. Tools are the caller's: functions, `custom` ones, whose input is text, and those in a `namespace`. OpenAI's own (`web_search`, `local_shell`, …) are left out and listed in `left_out`; `background`, `conversation` and `prompt` are refused.",
    ].join("\n\n"),
    // The body may contain images.
    body: json(ResponseRequest, { mostBytes: jsonLimits.pictures }),
    returns: OpenAiResponse,
    types: ["application/json", "text/event-stream"],
    allowance: "messages",
    speaks: "openai",
  }),
  countResponseTokens: post("/openai/responses/input_tokens", {
    summary: "Estimate the tokens of what a response would reply to",
    description:
      "Roughly: a token for four characters, and 1,000 for a picture, with what `previous_response_id` brings in. What an assistant adds itself (instructions, passages, tools) is not counted.",
    body: json(ResponseTokenCountRequest, { mostBytes: jsonLimits.pictures }),
    returns: z
      .object({ object: z.literal("response.input_tokens"), input_tokens: z.int() })
      .meta({ id: "ResponseTokenCount" }),
    speaks: "openai",
  }),
  getResponse: get("/openai/responses/{response_id}", {
    summary: "Get a response that was kept",
    params,
    returns: OpenAiResponse,
    speaks: "openai",
  }),
  listResponseInputItems: get("/openai/responses/{response_id}/input_items", {
    summary: "List what a response that was kept replied to",
    description:
      "With the conversation that `previous_response_id` brought in, the newest item first unless `order` is `asc`.",
    params,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(MAX_PAGE_ITEMS).default(DEFAULT_PAGE_ITEMS),
      order: z.enum(["asc", "desc"]).default("desc"),
      after: z.string().max(200).optional().describe("The id of the last item of the page before."),
    }),
    returns: z.object({
      object: z.literal("list"),
      data: z.array(z.looseObject({ id: z.string(), type: z.string() })),
      first_id: z.string().nullable(),
      last_id: z.string().nullable(),
      has_more: z.boolean(),
    }),
    speaks: "openai",
  }),
  deleteResponse: del("/openai/responses/{response_id}", {
    summary: "Delete a response that was kept",
    description: "Responses that went on from it stay, with what they need of it.",
    params,
    returns: z.object({ id: z.string(), object: z.literal("response"), deleted: z.literal(true) }),
    speaks: "openai",
  }),
};
