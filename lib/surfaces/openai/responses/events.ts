import type { z } from "zod";
import type { OpenAiResponse } from "./contract";

type Response = z.output<typeof OpenAiResponse>;
type Item = Response["output"][number];

/**
 * The events of a response as OpenAI's clients expect them: each thing is announced, comes piece by piece, and is told
 * again when it is whole.
 */
export class ResponseEvents {
  readonly #first: Response;
  readonly #messageId: string;
  readonly #write: (data: string) => void;
  #number = 0;
  #text = "";
  #hasMessage = false;

  /** @param first The response as it is before anything is said */
  constructor(first: Response, messageId: string, write: (data: string) => void) {
    this.#first = first;
    this.#messageId = messageId;
    this.#write = write;
  }

  begin(): void {
    this.#send("response.created", { response: this.#first });
    this.#send("response.in_progress", { response: this.#first });
  }

  say(delta: string): void {
    if (!this.#hasMessage) this.#beginMessage();
    this.#text += delta;
    this.#send("response.output_text.delta", { ...this.#part(), delta, logprobs: [] });
  }

  /** @param response The whole one */
  end(response: Response): void {
    for (const [at, item] of response.output.entries()) {
      if (item.type === "message") this.#endMessage(item);
      else this.#call(item, at);
    }
    this.#send(response.status === "incomplete" ? "response.incomplete" : "response.completed", { response });
  }

  /** Clients stop at the one or the other of both. */
  fail(message: string): void {
    const error = { code: "server_error", message };
    this.#send("response.failed", { response: { ...this.#first, status: "failed", error } });
    this.#send("error", { ...error, param: null });
  }

  #beginMessage(): void {
    this.#hasMessage = true;
    const item = {
      type: "message",
      id: this.#messageId,
      status: "in_progress",
      role: "assistant",
      content: [],
    };
    this.#send("response.output_item.added", { output_index: 0, item });
    this.#send("response.content_part.added", { ...this.#part(), part: partOf("") });
  }

  #endMessage(item: Item): void {
    if (!this.#hasMessage) this.#beginMessage();
    this.#send("response.output_text.done", { ...this.#part(), text: this.#text, logprobs: [] });
    this.#send("response.content_part.done", { ...this.#part(), part: partOf(this.#text) });
    this.#send("response.output_item.done", { output_index: 0, item });
  }

  #call(item: Extract<Item, { type: "function_call" }>, output_index: number): void {
    const { id: item_id, name, arguments: whole } = item;
    const begun = { ...item, arguments: "", status: "in_progress" };
    this.#send("response.output_item.added", { output_index, item: begun });
    this.#send("response.function_call_arguments.delta", { item_id, output_index, delta: whole });
    this.#send("response.function_call_arguments.done", { item_id, output_index, name, arguments: whole });
    this.#send("response.output_item.done", { output_index, item });
  }

  #part = () => ({ item_id: this.#messageId, output_index: 0, content_index: 0 });

  #send(type: string, data: object): void {
    const event = { type, sequence_number: this.#number++, ...data };
    this.#write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
}

const partOf = (text: string) => ({ type: "output_text", text, annotations: [], logprobs: [] });
