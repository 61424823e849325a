import { z } from "zod";
import { get, json, jsonLimits, post } from "@/lib/api/contract";

const part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({
    type: z.literal("image_url"),
    image_url: z.object({
      url: z
        .string()
        .regex(
          /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+$/,
          "Must be a `data:` URL of a picture.",
        ),
    }),
  }),
]);
const text = z.union([z.string(), z.array(z.object({ type: z.literal("text"), text: z.string() }))]);
const message = z.discriminatedUnion("role", [
  z.object({ role: z.enum(["system", "developer"]), content: text }),
  z.object({ role: z.literal("user"), content: z.union([z.string(), z.array(part)]) }),
  z.object({ role: z.literal("assistant"), content: text.nullish() }),
]);
const penalty = z.number().min(-2).max(2).nullish();
const length = z.int().min(1).nullish();
const stop = z.string().min(1).max(200);
const refused = (what: string) => z.null(`${what} cannot be done here.`).optional();
const none = z.array(z.unknown()).max(0, "Tools of callers are not supported: give them to the assistant.");

export const ChatCompletionRequest = z
  .object({
    model: z.string().describe("The mention name of an assistant, or `assistant-` and its id."),
    messages: z.array(message).min(1, "Must hold a message.").max(1000),
    stream: z.boolean().nullish(),
    stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
    n: z.literal(1, "Only one choice is given.").nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    max_tokens: length,
    max_completion_tokens: length,
    stop: z.union([stop, z.array(stop).max(4)]).nullish(),
    presence_penalty: penalty,
    frequency_penalty: penalty,
    seed: z.int().nullish(),
    response_format: z
      .object({ type: z.literal("text", "Answers are text.") })
      .nullish()
      .describe("Only text."),
    modalities: z.array(z.literal("text", "Answers are text.")).nullish(),
    logprobs: z.literal(false, "Probabilities are not given.").nullish(),
    top_logprobs: refused("Probabilities of words"),
    logit_bias: z.record(z.string(), z.never("Words cannot be weighed here.")).nullish(),
    audio: refused("Speech"),
    prediction: refused("A predicted answer"),
    reasoning_effort: refused("Setting how much is thought"),
    verbosity: refused("Setting how much is said"),
    web_search_options: refused("Searching the web"),
    tools: none.nullish(),
    tool_choice: z.enum(["none", "auto"], "Tools of callers are not supported.").nullish(),
    functions: none.nullish(),
    function_call: z.enum(["none", "auto"], "Tools of callers are not supported.").nullish(),
  })
  .meta({ id: "ChatCompletionRequest" });

const Usage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
});
const ChatCompletion = z
  .object({
    id: z.string(),
    object: z.literal("chat.completion"),
    created: z.int().describe("Seconds since 1970."),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({ role: z.literal("assistant"), content: z.string(), refusal: z.null() }),
        logprobs: z.null(),
        finish_reason: z.enum(["stop", "length"]),
      }),
    ),
    usage: Usage,
  })
  .meta({ id: "ChatCompletion" });
const OpenAiModel = z
  .object({
    id: z.string(),
    object: z.literal("model"),
    created: z.int().describe("Seconds since 1970."),
    owned_by: z.string(),
  })
  .meta({ id: "OpenAiModel" });

export const openaiApi = {
  listOpenAiModels: get("/openai/models", {
    summary: "List the assistants, as an OpenAI client lists models",
    returns: z.object({ object: z.literal("list"), data: z.array(OpenAiModel) }),
    speaks: "openai",
  }),
  getOpenAiModel: get("/openai/models/{model}", {
    summary: "Get an assistant, as an OpenAI client gets a model",
    params: z.object({ model: z.string().max(100) }),
    returns: OpenAiModel,
    speaks: "openai",
  }),
  createChatCompletion: post("/openai/chat/completions", {
    summary: "Create a chat completion with an assistant",
    description: [
      "The assistant replies to the messages that are given and to nothing else: no chat, memory or document goes in, and nothing is stored but how much was used. Messages of the roles `system` and `developer` are added to its instructions. Of its tools it uses those that change nothing.",
      "With `stream` the answer is `text/event-stream` in OpenAI's form. `temperature`, `top_p`, `max_tokens`, `max_completion_tokens`, `stop`, `seed` and the penalties go to the model of the assistant; the built-in document finder has none of them. What would change the answer and cannot be done is refused: another `response_format` than text, tools of the caller, `logprobs`, `logit_bias`, `reasoning_effort`, speech. What changes no answer (`user`, `metadata`, `store` and the like) is ignored: nothing is kept. Errors have OpenAI's form.",
    ].join("\n\n"),
    // Pictures come in it.
    body: json(ChatCompletionRequest, { mostBytes: jsonLimits.chat }),
    returns: ChatCompletion,
    types: ["application/json", "text/event-stream"],
    allowance: "messages",
    speaks: "openai",
  }),
};
