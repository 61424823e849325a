import { incomplete, unreadable } from "../failures";
import type { Ending, ModelEvent } from "../types";
import { DONE } from "./events";
import { ThinkTags } from "./think-tags";
import { StreamedCalls } from "./tool-calls";

type Said = Exclude<ModelEvent, { type: "finish" }>;
/** What is read of an event. Whatever a server sends is looked at before it is believed. */
type Chunk = {
  id?: unknown;
  model?: unknown;
  choices?: unknown;
  usage?: Usage | null;
  error?: unknown;
  object?: unknown;
  type?: unknown;
};
type Usage = { prompt_tokens?: unknown; completion_tokens?: unknown };
type Choice = {
  index?: unknown;
  delta?: Delta | null;
  /** In place of `delta` where a server doesn't stream. */
  message?: Delta | null;
  finish_reason?: unknown;
  error?: unknown;
};
type Delta = {
  content?: unknown;
  refusal?: unknown;
  /** Most servers call it so; some that offer gpt-oss call it `reasoning`, and send both. */
  reasoning_content?: unknown;
  reasoning?: unknown;
  tool_calls?: unknown;
};
/** A part of a `content` that is no text, as Mistral sends it. */
type ContentPart = { type?: unknown; text?: unknown; thinking?: unknown } | null;

const REASONS: Record<string, Ending["reason"] | undefined> = {
  length: "length",
  max_tokens: "length",
  content_filter: "content-filter",
};
/** What servers call the end of a reply that they couldn't finish: OpenRouter, vLLM, DeepSeek. */
const FAILURES = new Set(["error", "abort", "insufficient_system_resource"]);

/**
 * A reply as the events of a stream of chat completions make it. What isn't understood is passed over and counted; what
 * has a finish reason or `[DONE]` is complete, whatever follows.
 */
export class StreamedReply {
  #said: Said[] = [];
  #text = "";
  #calls: StreamedCalls | undefined;
  #reason: string | undefined;
  #responseId: string | null = null;
  #model: string | null = null;
  #usage: Ending["usage"] = { input_tokens: null, output_tokens: null };
  #hasText = false;
  readonly #tags: ThinkTags;
  isDone = false;
  /** Events that were passed over. */
  skipped = 0;
  /** Whether anything was of a chat completion. */
  isReply = false;
  /** How often something came that is only said at the end. */
  progress = 0;

  /** @param beginsWithThought The template of the model opens a thought that its replies only close */
  constructor(beginsWithThought = false) {
    this.#tags = new ThinkTags(
      {
        text: (text) => {
          this.#hasText = true;
          this.#said.push({ type: "text", text });
        },
        thought: (text) => void this.#said.push({ type: "reasoning", text }),
        restart: (thought) => void this.#said.push({ type: "restart", thought }),
      },
      beginsWithThought,
    );
  }

  get isFinished(): boolean {
    return this.isDone || this.#reason !== undefined;
  }

  /** Whether the reply began inside of a thought. */
  get beganWithThought(): boolean {
    return this.#tags.hasLoneClosing;
  }

  /** Takes the data of one event. @throws the error that it tells of; `unreadable` */
  take(data: string, event?: string): void {
    if (this.isDone || data === "") return;
    if (data === DONE || (data.length < 20 && data.trim() === DONE)) {
      this.isDone = true;
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(data);
    } catch (cause) {
      this.#takeBroken(data, event, cause);
      return;
    }
    if (event === "error") this.#fail(value);
    else if (Array.isArray(value)) for (const each of value) this.#read(each);
    else this.#read(value);
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
    this.#tags.end();
    if (!this.isFinished && (this.#calls || !this.#hasText))
      throw this.skipped > 0 && !this.#calls ? unreadable() : incomplete();
    for (const call of this.#calls?.end() ?? []) this.#said.push({ type: "tool-call", call });
    return {
      reason: REASONS[this.#reason ?? ""] ?? "stop",
      responseId: this.#responseId,
      model: this.#model,
      usage: this.#usage,
    };
  }

  /** No JSON: events without an empty line between them, a ping, or a reply that was cut. */
  #takeBroken(data: string, event: string | undefined, cause: unknown): void {
    const lines = data.split("\n");
    if (event === "error") this.#fail(data);
    else if (lines.length > 1 && lines.every((line) => /^(\{.*\}|\[DONE\])?\r?$/.test(line)))
      for (const line of lines) this.take(line.trim());
    else if (this.isFinished || !/^\s*[{[]/.test(data)) this.skipped += 1;
    else throw unreadable(cause);
  }

  #read(value: unknown): void {
    if (typeof value !== "object" || value === null) {
      this.skipped += 1;
      return;
    }
    const chunk: Chunk = value;
    if (chunk.error != null && isError(chunk.error)) {
      this.#fail(chunk.error);
      return;
    }
    if (chunk.usage != null) {
      const { prompt_tokens, completion_tokens } = chunk.usage;
      this.#usage = { input_tokens: countOf(prompt_tokens), output_tokens: countOf(completion_tokens) };
    }
    if (!Array.isArray(chunk.choices)) {
      if (chunk.object === "error" || chunk.type === "error") this.#fail(chunk);
      else if (chunk.usage == null) this.skipped += 1;
      return;
    }
    this.isReply = true;
    if (this.#responseId === null && typeof chunk.id === "string") this.#responseId = chunk.id || null;
    if (this.#model === null && typeof chunk.model === "string") this.#model = chunk.model || null;
    const first: Choice | null | undefined = chunk.choices[0];
    const choice =
      first?.index === 0 || isOurs(first) ? first : (chunk.choices as (Choice | null)[]).find(isOurs);
    if (choice != null) this.#choose(choice);
  }

  #choose({ delta, message, error, finish_reason: reason }: Choice): void {
    if (delta != null) this.#add(delta);
    // Some servers repeat all of it at the end.
    else if (message != null && !this.#hasText && this.#text === "") this.#add(message);
    if (isError(error)) this.#fail(error);
    if (typeof reason !== "string" || reason === "") return;
    if (FAILURES.has(reason)) this.#fail({ message: "The reply ended with an error." });
    else this.#reason = reason;
  }

  /** @throws unless the reply is complete, so that nothing is missing */
  #fail(error: unknown): void {
    if (!this.isFinished) throw error;
    this.skipped += 1;
  }

  #add({ content, refusal, reasoning_content, reasoning, tool_calls }: Delta): void {
    this.#think(reasoning_content || reasoning);
    if (typeof content === "string") this.#text += content;
    else if (content != null) this.#addParts(content);
    // Some servers send `false`.
    if (typeof refusal === "string") this.#text += refusal;
    if (tool_calls == null) return;
    const calls = [tool_calls].flat();
    if (calls.length === 0) return;
    this.progress += 1;
    this.#calls ??= new StreamedCalls();
    this.skipped += this.#calls.take(calls);
    const pieces = this.#calls.pieces();
    if (pieces.length === 0) return;
    this.#endText();
    for (const piece of pieces) this.#said.push({ type: "call-piece", piece });
  }

  #think(text: unknown): void {
    if (text == null || text === "") return;
    if (typeof text !== "string") {
      this.skipped += 1;
      return;
    }
    this.#endText();
    this.#tags.interrupt();
    this.#said.push({ type: "reasoning", text });
  }

  #addParts(parts: unknown): void {
    if (!Array.isArray(parts)) {
      this.skipped += 1;
      return;
    }
    for (const part of parts as ContentPart[]) {
      if (part?.type === "text" && typeof part.text === "string") this.#text += part.text;
      if (part?.type === "thinking" && Array.isArray(part.thinking))
        this.#think(part.thinking.map(textOf).join(""));
    }
  }

  #endText(): void {
    if (this.#text === "") return;
    const text = this.#text;
    this.#text = "";
    this.#tags.push(text);
  }
}

const isOurs = (choice: Choice | null | undefined): boolean =>
  choice != null && (choice.index == null || choice.index === 0 || choice.index === "0");

/** Some servers have the field in every event. */
const isError = (error: unknown): boolean =>
  Boolean(error) && (typeof error !== "object" || Object.keys(error!).length > 0);

const textOf = (part: ContentPart) =>
  part?.type === "text" && typeof part.text === "string" ? part.text : "";

const countOf = (tokens: unknown) => (typeof tokens === "number" ? tokens : 0);
