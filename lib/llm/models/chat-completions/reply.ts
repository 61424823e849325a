import { createIncompleteError, createUnreadableError } from "../failures";
import type { ModelEvent, ReplyEnd } from "../types";
import { DONE } from "./events";
import { ThinkTags } from "./think-tags";
import { StreamedCalls } from "./tool-calls";

type StreamedEvent = Exclude<ModelEvent, { type: "finish" }>;
// Fields read from an event. All values are checked, since servers may send anything.
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
type CompletionChoice = {
  index?: unknown;
  delta?: Delta | null;
  /** Replaces `delta` in responses of servers that don't stream. */
  message?: Delta | null;
  finish_reason?: unknown;
  error?: unknown;
};
type Delta = {
  content?: unknown;
  refusal?: unknown;
  /** Usual field for thinking. Some servers of gpt-oss use `reasoning` instead, or send both. */
  reasoning_content?: unknown;
  reasoning?: unknown;
  tool_calls?: unknown;
};
// A structured part of `content`, as Mistral sends it.
type ContentPart = { type?: unknown; text?: unknown; thinking?: unknown } | null;

const REASONS: Record<string, ReplyEnd["reason"] | undefined> = {
  length: "length",
  max_tokens: "length",
  content_filter: "content-filter",
};
// Finish reasons that report a failure, as OpenRouter, vLLM and DeepSeek send them.
const FAILURES = new Set(["error", "abort", "insufficient_system_resource"]);

/**
 * Assembles a reply from the events of a chat completions stream. Skips and counts unknown events. A reply is
 * complete after a finish reason or `[DONE]`, regardless of what follows.
 */
export class StreamedReply {
  #said: StreamedEvent[] = [];
  #text = "";
  #calls: StreamedCalls | undefined;
  #reason: string | undefined;
  #responseId: string | null = null;
  #model: string | null = null;
  #usage: ReplyEnd["usage"] = { input_tokens: null, output_tokens: null };
  #hasText = false;
  readonly #tags: ThinkTags;
  isDone = false;
  skipped = 0;
  isReply = false;
  progress = 0;

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

  get beganWithThought(): boolean {
    return this.#tags.hasLoneClosing;
  }

  /**
   * Processes the data of an event.
   * @throws the error that the event reports; `createUnreadableError`
   */
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

  said(): StreamedEvent[] {
    this.#endText();
    const said = this.#said;
    if (said.length > 0) this.#said = [];
    return said;
  }

  /**
   * Ends the reply, queues its last events and returns why it ended.
   * @throws ModelError of `createIncompleteError` or `createUnreadableError`
   */
  end(): ReplyEnd {
    this.#endText();
    this.#tags.end();
    if (!this.isFinished && (this.#calls || !this.#hasText))
      throw this.skipped > 0 && !this.#calls ? createUnreadableError() : createIncompleteError();
    for (const call of this.#calls?.end() ?? []) this.#said.push({ type: "tool-call", call });
    return {
      reason: REASONS[this.#reason ?? ""] ?? "stop",
      responseId: this.#responseId,
      model: this.#model,
      usage: this.#usage,
    };
  }

  /** Handles invalid JSON: events without an empty line between them, pings, or truncated replies. */
  #takeBroken(data: string, event: string | undefined, cause: unknown): void {
    const lines = data.split("\n");
    if (event === "error") this.#fail(data);
    else if (lines.length > 1 && lines.every((line) => /^(\{.*\}|\[DONE\])?\r?$/.test(line)))
      for (const line of lines) this.take(line.trim());
    else if (this.isFinished || !/^\s*[{[]/.test(data)) this.skipped += 1;
    else throw createUnreadableError(cause);
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
      this.#usage = {
        input_tokens: toTokenCount(prompt_tokens),
        output_tokens: toTokenCount(completion_tokens),
      };
    }
    if (!Array.isArray(chunk.choices)) {
      if (chunk.object === "error" || chunk.type === "error") this.#fail(chunk);
      else if (chunk.usage == null) this.skipped += 1;
      return;
    }
    this.isReply = true;
    if (this.#responseId === null && typeof chunk.id === "string") this.#responseId = chunk.id || null;
    if (this.#model === null && typeof chunk.model === "string") this.#model = chunk.model || null;
    const first: CompletionChoice | null | undefined = chunk.choices[0];
    const choice =
      first?.index === 0 || isOurs(first)
        ? first
        : (chunk.choices as (CompletionChoice | null)[]).find(isOurs);
    if (choice != null) this.#choose(choice);
  }

  #choose({ delta, message, error, finish_reason: reason }: CompletionChoice): void {
    if (delta != null) this.#add(delta);
    // Some servers repeat the whole message at the end.
    else if (message != null && !this.#hasText && this.#text === "") this.#add(message);
    if (isError(error)) this.#fail(error);
    if (typeof reason !== "string" || reason === "") return;
    if (FAILURES.has(reason)) this.#fail({ message: "The reply ended with an error." });
    else this.#reason = reason;
  }

  #fail(error: unknown): void {
    if (!this.isFinished) throw error;
    this.skipped += 1;
  }

  #add({ content, refusal, reasoning_content, reasoning, tool_calls }: Delta): void {
    this.#think(reasoning_content || reasoning);
    if (typeof content === "string") this.#text += content;
    else if (content != null) this.#addParts(content);
    // Some servers send `false` instead of a text.
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
        this.#think(part.thinking.map(getPartText).join(""));
    }
  }

  #endText(): void {
    if (this.#text === "") return;
    const text = this.#text;
    this.#text = "";
    this.#tags.push(text);
  }
}

const isOurs = (choice: CompletionChoice | null | undefined): boolean =>
  choice != null && (choice.index == null || choice.index === 0 || choice.index === "0");

// Some servers include an empty error field in every event.
const isError = (error: unknown): boolean =>
  Boolean(error) && (typeof error !== "object" || Object.keys(error!).length > 0);

const getPartText = (part: ContentPart) =>
  part?.type === "text" && typeof part.text === "string" ? part.text : "";

const toTokenCount = (tokens: unknown) => (typeof tokens === "number" ? tokens : 0);
