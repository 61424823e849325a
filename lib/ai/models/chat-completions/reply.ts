import { incomplete, unreadable } from "../failures";
import type { Ending, ModelEvent } from "../types";
import { StreamedCalls } from "./tool-calls";

type Said = Exclude<ModelEvent, { type: "finish" }>;
/** What is read of an event. Whatever a server sends is looked at before it is believed. */
type Chunk = { id?: unknown; model?: unknown; choices?: unknown; usage?: Usage | null; error?: unknown };
type Usage = { prompt_tokens?: unknown; completion_tokens?: unknown };
type Choice = { delta?: Delta | null; finish_reason?: unknown };
type Delta = {
  content?: unknown;
  refusal?: unknown;
  /** Most servers call it so; some that offer gpt-oss call it `reasoning`. */
  reasoning_content?: unknown;
  reasoning?: unknown;
  tool_calls?: unknown;
};
/** A part of a `content` that is no text, as Mistral sends it. */
type ContentPart = { type?: unknown; text?: unknown; thinking?: unknown } | null;

const DONE = "[DONE]";
const REASONS: Record<string, Ending["reason"] | undefined> = {
  length: "length",
  content_filter: "content-filter",
};

/** A reply as the events of a stream of chat completions make it. */
export class StreamedReply {
  #said: Said[] = [];
  #text = "";
  #calls: StreamedCalls | undefined;
  #reason: string | undefined;
  #responseId: string | null = null;
  #model: string | null = null;
  #usage: Ending["usage"] = { input_tokens: null, output_tokens: null };

  /** Takes the data of one event. @throws the error that it tells of; `unreadable` */
  take(data: string): void {
    if (data === DONE) return;
    const chunk = parsed(data);
    if (chunk.error != null) throw chunk.error;
    if (!Array.isArray(chunk.choices)) throw unreadable();
    if (this.#responseId === null && typeof chunk.id === "string") this.#responseId = chunk.id || null;
    if (this.#model === null && typeof chunk.model === "string") this.#model = chunk.model || null;
    if (chunk.usage != null) {
      const { prompt_tokens, completion_tokens } = chunk.usage;
      this.#usage = { input_tokens: countOf(prompt_tokens), output_tokens: countOf(completion_tokens) };
    }
    const choice: Choice | null | undefined = chunk.choices[0];
    if (choice == null) return;
    if (typeof choice.finish_reason === "string") this.#reason = choice.finish_reason;
    if (choice.delta != null) this.#add(choice.delta);
  }

  /** What was said since it was last asked; the texts of several events that came together are one. */
  said(): Said[] {
    this.#endText();
    const said = this.#said;
    if (said.length > 0) this.#said = [];
    return said;
  }

  /** The stream has ended: what was asked for is said now. @throws `incomplete` */
  end(): Ending {
    this.#endText();
    for (const call of this.#calls?.end() ?? []) this.#said.push({ type: "tool-call", call });
    if (this.#reason === undefined) throw incomplete();
    return {
      reason: REASONS[this.#reason] ?? "stop",
      responseId: this.#responseId,
      model: this.#model,
      usage: this.#usage,
    };
  }

  #add({ content, refusal, reasoning_content, reasoning, tool_calls }: Delta): void {
    this.#think(reasoning_content ?? reasoning);
    if (typeof content === "string") this.#text += content;
    else if (content != null) this.#addParts(content);
    // Some servers send `false`.
    if (typeof refusal === "string") this.#text += refusal;
    if (tool_calls == null) return;
    this.#calls ??= new StreamedCalls();
    this.#calls.take(tool_calls);
  }

  #think(text: unknown): void {
    if (text == null || text === "") return;
    if (typeof text !== "string") throw unreadable();
    this.#endText();
    this.#said.push({ type: "reasoning", text });
  }

  #addParts(parts: unknown): void {
    if (!Array.isArray(parts)) throw unreadable();
    for (const part of parts as ContentPart[]) {
      if (part?.type === "text" && typeof part.text === "string") this.#text += part.text;
      if (part?.type === "thinking" && Array.isArray(part.thinking))
        this.#think(part.thinking.map(textOf).join(""));
    }
  }

  #endText(): void {
    if (this.#text === "") return;
    this.#said.push({ type: "text", text: this.#text });
    this.#text = "";
  }
}

function parsed(data: string): Chunk {
  let chunk: unknown;
  try {
    chunk = JSON.parse(data);
  } catch (cause) {
    throw unreadable(cause);
  }
  if (typeof chunk !== "object" || chunk === null) throw unreadable();
  return chunk;
}

const textOf = (part: ContentPart) =>
  part?.type === "text" && typeof part.text === "string" ? part.text : "";

const countOf = (tokens: unknown) => (typeof tokens === "number" ? tokens : 0);
