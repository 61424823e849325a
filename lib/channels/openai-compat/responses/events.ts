import type { z } from "zod";
import type { ToolCall } from "@/lib/llm/models/service";
import type { OpenAiResponse } from "./contract";
import { toItemId } from "./input";
import type { CallersTools } from "./tools";

type Response = z.output<typeof OpenAiResponse>;
type OutputItem = Response["output"][number];
export type SaidMessage = { at: number; text: string };

/**
 * Emits a response as the events that OpenAI's clients expect: each item is announced, streamed, and repeated when
 * complete.
 */
export class ResponseEvents {
  readonly #first: Response;
  readonly #tools: CallersTools;
  readonly #write: (data: string) => void;
  #number = 0;
  #count = 0;
  #isCustom = false;
  #isSaying = false;
  readonly messages: SaidMessage[] = [];

  constructor(first: Response, tools: CallersTools, write: (data: string) => void) {
    this.#first = first;
    this.#tools = tools;
    this.#write = write;
  }

  begin(): void {
    this.#send("response.created", { response: this.#first });
    this.alive();
  }

  /** Sends an event, because clients don't accept comments as a sign of life. */
  alive(): void {
    this.#send("response.in_progress", { response: this.#first });
  }

  say(delta: string): void {
    if (!this.#isSaying) this.#beginMessage();
    this.#message.text += delta;
    this.#send("response.output_text.delta", { ...this.#part(), delta, logprobs: [] });
  }

  beginCall(call: ToolCall): void {
    if (this.#isSaying) this.#endMessage();
    this.#count += 1;
    const item = this.#callItem({ ...call, input: "" });
    this.#isCustom = item.type === "custom_tool_call";
    const begun = { ...item, status: "in_progress" };
    this.#send("response.output_item.added", { output_index: this.#count - 1, item: begun });
  }

  /**
   * Streams arguments of functions only. The input of a custom tool is text inside JSON, so it is sent when complete.
   */
  sayCall(delta: string): void {
    if (this.#isCustom) return;
    const item_id = this.#callId("fc");
    const output_index = this.#count - 1;
    this.#send("response.function_call_arguments.delta", { item_id, output_index, delta });
  }

  endCall(call: ToolCall): void {
    const output_index = this.#count - 1;
    const item = this.#callItem(call);
    const at = { item_id: item.id, output_index };
    if (item.type === "custom_tool_call") {
      this.#send("response.custom_tool_call_input.delta", { ...at, delta: item.input });
      this.#send("response.custom_tool_call_input.done", { ...at, input: item.input });
    } else {
      const { name, arguments: whole } = item;
      this.#send("response.function_call_arguments.done", { ...at, name, arguments: whole });
    }
    this.#send("response.output_item.done", { output_index, item });
  }

  end(response: Response): void {
    const last = response.output.at(-1);
    if (last?.type === "message") {
      if (!this.#isSaying) this.#beginMessage();
      this.#endMessage(last);
    }
    this.#send(response.status === "incomplete" ? "response.incomplete" : "response.completed", { response });
  }

  /** Sends both events, because clients handle either one. */
  fail(message: string): void {
    const error = { code: "server_error", message };
    this.#send("response.failed", { response: { ...this.#first, status: "failed", error } });
    this.#send("error", { ...error, param: null });
  }

  #beginMessage(): void {
    this.#isSaying = true;
    this.messages.push({ at: this.#count++, text: "" });
    const { item_id, output_index } = this.#part();
    const item = { type: "message", id: item_id, status: "in_progress", role: "assistant", content: [] };
    this.#send("response.output_item.added", { output_index, item });
    this.#send("response.content_part.added", { ...this.#part(), part: toOutputText("") });
  }

  #endMessage(item: OutputItem = toMessageItem(this.#first.id, this.#message, "completed")): void {
    this.#isSaying = false;
    const { text } = this.#message;
    this.#send("response.output_text.done", { ...this.#part(), text, logprobs: [] });
    this.#send("response.content_part.done", { ...this.#part(), part: toOutputText(text) });
    this.#send("response.output_item.done", { output_index: this.#message.at, item });
  }

  get #message(): SaidMessage {
    return this.messages.at(-1)!;
  }

  #callItem(call: ToolCall) {
    const item = this.#tools.item(call);
    return { ...item, id: this.#callId(item.type === "function_call" ? "fc" : "ctc") };
  }

  #callId = (kind: "fc" | "ctc") => toItemId(kind, this.#first.id, this.#count - 1);

  #part() {
    const { at } = this.#message;
    return { item_id: toItemId("msg", this.#first.id, at), output_index: at, content_index: 0 };
  }

  #send(type: string, data: object): void {
    const event = { type, sequence_number: this.#number++, ...data };
    this.#write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
}

const toOutputText = (text: string) => ({
  type: "output_text" as const,
  text,
  annotations: [],
  logprobs: [],
});

export const toMessageItem = (id: string, { at, text }: SaidMessage, status: "completed" | "incomplete") => ({
  type: "message" as const,
  id: toItemId("msg", id, at),
  status,
  role: "assistant" as const,
  content: [toOutputText(text)],
});
