import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import type { z } from "zod";
import { argumentsOf, type ToolCall } from "@/lib/ai/models/service";
import type { Viewer } from "@/lib/api/actor";
import { anthropicError } from "@/lib/api/error-forms";
import { problem } from "@/lib/api/problem";
import type { Said } from "@/lib/conversation/replies/service";
import {
  allNames,
  ask,
  askStreaming,
  formatOf,
  leftOutOf,
  named,
  type Part,
  Pictures,
  type Place,
  type Question,
  Turns,
  toolsOf,
  unknownIn,
  userTurn,
} from "@/lib/surfaces/asking/service";
import { MessageRequest } from "./contract";

type Asked = z.output<typeof MessageRequest>;
type Message = Asked["messages"][number];
type Content<Role> = Extract<Message, { role: Role }>["content"];

/** Fields that change no answer. */
const CHANGES_NOTHING = new Set(["cache_control", "metadata", "service_tier"]);

/** The assistants and models as models. */
export async function listModels(viewer: Viewer) {
  const data = (await allNames(viewer)).map(({ name, created }) => ({
    type: "model" as const,
    id: name,
    display_name: name,
    created_at: new Date(created * 1000).toISOString(),
  }));
  const [first_id = null, last_id = null] = [data[0]?.id, data.at(-1)?.id];
  return { data, has_more: false as const, first_id, last_id };
}

/** Replies as a whole. @throws AppError, InvalidInput */
export async function createMessage(viewer: Viewer, asked: Asked, signal: AbortSignal) {
  const { name, by } = await named(viewer, asked.model);
  const said = await ask(viewer, await questionOf(asked, by, signal), signal);
  return {
    ...head(name),
    content: contentOf(said),
    ...endOf(said),
    usage: usageOf(said),
    ...left(said, asked),
  };
}

/** Replies piece by piece, as events of Anthropic's form; what fails on the way is the last of them. @throws AppError before the first */
export async function streamMessage(viewer: Viewer, asked: Asked, signal: AbortSignal): Promise<Readable> {
  const { name, by } = await named(viewer, asked.model);
  const first = head(name);
  return askStreaming(viewer, await questionOf(asked, by, signal), signal, (write) => {
    const send = (type: string, data: object) =>
      write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    let blocks = 0;
    let isInText = false;
    const begin = (content_block: object) => send("content_block_start", { index: blocks, content_block });
    const tell = (delta: object) => send("content_block_delta", { index: blocks, delta });
    const end = () => send("content_block_stop", { index: blocks++ });
    return {
      began() {
        const nothing = { content: [], stop_reason: null, stop_sequence: null };
        send("message_start", {
          message: { ...first, ...nothing, usage: { input_tokens: 0, output_tokens: 0 } },
        });
      },
      said(text) {
        if (!isInText) begin({ type: "text", text: "" });
        isInText = true;
        tell({ type: "text_delta", text });
      },
      ended(said) {
        if (isInText) end();
        for (const call of said.calls) {
          const { input, ...block } = blockOf(call);
          begin({ ...block, input: {} });
          tell({ type: "input_json_delta", partial_json: JSON.stringify(input) });
          end();
        }
        send("message_delta", { delta: endOf(said), usage: usageOf(said), ...left(said, asked) });
        send("message_stop", {});
      },
      failed(error) {
        const { error: told } = anthropicError(problem(error, first.id)).body as { error: object };
        send("error", { error: told });
      },
    };
  });
}

const left = (said: Said, asked: Asked) =>
  leftOutOf(said, [
    ...unknownIn(asked, MessageRequest.shape, CHANGES_NOTHING),
    ...unknownIn(asked.output_config ?? {}, { effort: true, format: true }, new Set()),
  ]);

const head = (model: string) => ({
  id: `msg_${randomBytes(16).toString("hex")}`,
  type: "message" as const,
  role: "assistant" as const,
  model,
});

async function questionOf(asked: Asked, by: Question["by"], signal: AbortSignal): Promise<Question> {
  const { output_config: output, tool_choice: choice } = asked;
  return {
    by,
    instructions: textOf(asked.system ?? ""),
    messages: await turnsOf(asked, signal),
    ...toolsOf(
      (asked.tools ?? []).map(({ input_schema: parameters, ...tool }) => ({ ...tool, parameters })),
      choiceOf(choice),
    ),
    parallelCalls:
      choice && "disable_parallel_tool_use" in choice && choice.disable_parallel_tool_use ? false : undefined,
    format: output?.format ? formatOf({ schema: output.format.schema, strict: true }) : undefined,
    sampling: {
      temperature: asked.temperature ?? undefined,
      topP: asked.top_p ?? undefined,
      maxOutputTokens: asked.max_tokens,
      stopSequences: asked.stop_sequences?.length ? asked.stop_sequences : undefined,
      reasoningEffort: output?.effort ?? undefined,
    },
  };
}

function choiceOf(choice: Asked["tool_choice"]) {
  if (!choice) return undefined;
  if (choice.type === "tool") return { name: choice.name };
  return choice.type === "any" ? "required" : choice.type;
}

const textOf = (content: string | { text: string }[]) =>
  typeof content === "string" ? content : content.map(({ text }) => text).join("\n\n");

async function turnsOf({ messages }: Asked, signal: AbortSignal) {
  const turns = new Turns();
  const pictures = new Pictures(signal);
  for (const [position, message] of messages.entries()) {
    const at = ["body", "messages", position];
    if (message.role === "assistant") addAssistant(turns, message.content, at);
    else await addUser(turns, pictures, message.content, at);
  }
  return turns.end(["body", "messages"]);
}

function addAssistant(turns: Turns, content: Content<"assistant">, at: Place): void {
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  turns.assistant(textOf(blocks.flatMap((block) => (block.type === "text" ? [block] : []))), at);
  for (const [nth, block] of blocks.entries()) {
    if (block.type !== "tool_use") continue;
    const { id, name, input } = block;
    turns.call({ id, name, input: JSON.stringify(input) }, [...at, "content", nth, "id"]);
  }
}

/** What tools answered comes before anything else that a person says. */
async function addUser(turns: Turns, pictures: Pictures, content: Content<"user">, at: Place): Promise<void> {
  if (typeof content === "string") return turns.user({ role: "user", text: content }, at);
  const parts: Part[] = [];
  for (const [nth, block] of content.entries()) {
    const place = [...at, "content", nth];
    if (block.type === "text") parts.push({ text: block.text });
    else if (block.type === "image") parts.push({ url: urlOf(block.source), at: [...place, "source"] });
    else {
      const answer = { text: textOf(block.content ?? ""), isError: block.is_error ?? false };
      turns.result(block.tool_use_id, answer, [...place, "tool_use_id"]);
    }
  }
  if (parts.length > 0) turns.user(await userTurn(parts, pictures), at);
}

type Source = Extract<Exclude<Content<"user">, string>[number], { type: "image" }>["source"];

const urlOf = (source: Source) =>
  source.type === "url" ? source.url : `data:${source.media_type};base64,${source.data}`;

const blockOf = ({ id, name, input }: ToolCall) => ({
  type: "tool_use" as const,
  id,
  name,
  input: argumentsOf(input) ?? {},
});

const contentOf = ({ text, calls }: Said) => [
  ...(text === "" ? [] : [{ type: "text" as const, text }]),
  ...calls.map(blockOf),
];

function endOf({ calls, isCut, isFiltered }: Said) {
  const reason = calls.length > 0 ? "tool_use" : isFiltered ? "refusal" : isCut ? "max_tokens" : "end_turn";
  return { stop_reason: reason as "tool_use" | "refusal" | "max_tokens" | "end_turn", stop_sequence: null };
}

const usageOf = ({ inputTokens, outputTokens }: Said) => ({
  input_tokens: inputTokens,
  output_tokens: outputTokens,
});
