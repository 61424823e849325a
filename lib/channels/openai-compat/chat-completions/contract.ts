import { z } from "zod";
import { json, jsonLimits, post } from "@/lib/api/contract";
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

const textPart = z.object({ type: z.literal("text"), text: z.string() });
const imagePart = z.object({
  type: z.literal("image_url"),
  image_url: z.object({ url: pictureUrl, detail }),
});
const part = z.discriminatedUnion("type", [
  textPart,
  imagePart,
  z.object({
    type: z.literal("input_audio"),
    input_audio: z.never("Sound is not heard here. Send what `POST /audio/transcriptions` makes of it."),
  }),
  z.object({ type: z.literal("file"), file: z.never("Files are not read here. Send their text.") }),
]);
const text = z.union([z.string(), z.array(textPart)]);
const toolCall = z.object({
  id: z.string().min(1).max(200),
  type: z.literal("function", "Only calls of functions."),
  function: z.object({ name: toolName, arguments: z.string() }),
  extra_content: z
    .object({ google: z.object({ thought_signature: z.string() }).optional() })
    .nullish()
    .describe("As it came with the call."),
});
const message = z.discriminatedUnion("role", [
  z.object({ role: z.enum(["system", "developer"]), content: text }),
  z.object({ role: z.literal("user"), content: z.union([z.string(), z.array(part)]) }),
  z.object({
    role: z.literal("assistant"),
    content: z
      .union([
        z.string(),
        z.array(z.union([textPart, z.object({ type: z.literal("refusal"), refusal: z.string() })])),
      ])
      .nullish(),
    refusal: z.string().nullish(),
    tool_calls: z.array(toolCall).max(MAX_TOOLS).nullish(),
    function_call: refused("The `function_call` of before tools"),
    audio: refused("Speech"),
  }),
  z.object({
    role: z.literal("tool"),
    content: z.union([z.string(), z.array(z.discriminatedUnion("type", [textPart, imagePart]))]),
    tool_call_id: z.string().max(200),
  }),
]);
const functionTool = z.object({
  type: z.literal("function"),
  function: z.object({
    name: toolName,
    description: z.string().max(50_000).nullish(),
    parameters: schema.nullish(),
    strict: z.boolean().nullish(),
  }),
});
const tool = z.union([functionTool, otherThan("function")]);
const toolNamed = z.object({ type: z.literal("function"), function: z.object({ name: toolName }) });
const toolChoice = z.union(
  [
    z.enum(["none", "auto", "required"]),
    toolNamed,
    z.object({
      type: z.literal("allowed_tools"),
      allowed_tools: z.object({
        mode: z.enum(["auto", "required"]),
        tools: z.array(toolNamed).max(MAX_TOOLS),
      }),
    }),
  ],
  "Must be `none`, `auto`, `required`, a function, or `allowed_tools`.",
);
const format = z.discriminatedUnion(
  "type",
  [
    z.object({ type: z.literal("text") }),
    z.object({ type: z.literal("json_object") }),
    z.object({
      type: z.literal("json_schema"),
      json_schema: z.object({
        name: toolName,
        description: z.string().max(10_000).nullish(),
        schema,
        strict: z.boolean().nullish(),
      }),
    }),
  ],
  "Must be `text`, `json_object` or `json_schema`.",
);
const penalty = z.number().min(-2).max(2).nullish();
const stop = z.string().min(1).max(200);
const before = (now: string) => z.null(`Use \`${now}\`.`).optional();

/** Fields that are ignored, because chat completions aren't stored and no OpenAI service is called. */
export const IGNORED_FIELDS = new Set([
  "metadata",
  "prompt_cache_key",
  "prompt_cache_retention",
  "safety_identifier",
  "service_tier",
  "store",
  "user",
]);

export const ChatCompletionRequest = z
  .looseObject({
    model: z
      .string()
      .describe("The mention name of an assistant, `assistant-` and its id, or a model (`provider:model`)."),
    messages: z.array(message).min(1, "Must hold a message.").max(MAX_MESSAGES),
    stream: z.boolean().nullish(),
    stream_options: z
      .object({ include_usage: z.boolean().nullish(), include_obfuscation: z.boolean().nullish() })
      .nullish(),
    n: z.literal(1, "Only one choice is given.").nullish(),
    temperature,
    top_p: topP,
    max_tokens: length,
    max_completion_tokens: length,
    stop: z.union([stop, z.array(stop).max(4)]).nullish(),
    presence_penalty: penalty,
    frequency_penalty: penalty,
    seed: z.int().nullish(),
    reasoning_effort: effort,
    response_format: format.nullish(),
    tools: z.array(tool).max(MAX_TOOLS, `At most ${MAX_TOOLS} tools.`).nullish(),
    tool_choice: toolChoice.nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    modalities: z.array(z.literal("text", "Answers are text.")).nullish(),
    logprobs: z.literal(false, "Probabilities are not given.").nullish(),
    top_logprobs: refused("Probabilities of words"),
    logit_bias: z.record(z.string(), z.never("Words cannot be weighed here.")).nullish(),
    audio: refused("Speech"),
    prediction: refused("A predicted answer"),
    web_search_options: refused("Searching the web"),
    functions: before("tools"),
    function_call: before("tool_choice"),
  })
  .meta({ id: "ChatCompletionRequest" });

const Usage = z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() });
const ChatCompletion = z
  .object({
    id: z.string(),
    object: z.literal("chat.completion"),
    created: z.int().describe("Seconds since 1970."),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({
          role: z.literal("assistant"),
          content: z.string().nullable(),
          refusal: z.null(),
          tool_calls: z.array(toolCall).optional(),
        }),
        logprobs: z.null(),
        finish_reason: z.enum(["stop", "length", "tool_calls", "content_filter"]),
      }),
    ),
    usage: Usage,
    left_out: leftOut,
  })
  .meta({ id: "ChatCompletion" });

export const chatCompletionsApi = {
  createChatCompletion: post("/openai/chat/completions", {
    summary: "Create a chat completion with an assistant or a model",
    description: [
      "The assistant replies to the messages that are given and to nothing else: no chat, memory or document goes in, and nothing is stored but how much was used. Messages of the roles `system` and `developer` are added to its instructions. Of its own tools it uses those that change nothing. A model (`provider:model`) has neither instructions nor tools of its own.",
      "`tools` are the caller's: a call of one ends the reply with `finish_reason: tool_calls`, and the caller asks again with a message of the role `tool` for each call. With `stream` the answer is `text/event-stream` in OpenAI's form; calls come piece by piece, one after the other, and a comment says every ten seconds or so that the model still thinks. Tools of other types than `function` are left out.",
      "What would change the answer and cannot be done is refused, also by the model: tools or a `response_format` that it does not take, `n` above 1, `logprobs`, `logit_bias`, speech. Settings that the model does not take (`temperature`, `seed`, …) and fields that are not known here are listed in `left_out` of the answer, of a stream in its last choice. What changes no answer (`user`, `metadata`, `store` and the like) is ignored. Errors have OpenAI's form.",
    ].join("\n\n"),
    // The body may contain images.
    body: json(ChatCompletionRequest, { mostBytes: jsonLimits.pictures }),
    returns: ChatCompletion,
    types: ["application/json", "text/event-stream"],
    allowance: "messages",
    speaks: "openai",
  }),
};
