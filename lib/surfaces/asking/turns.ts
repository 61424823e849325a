import type { ModelMessage, ToolCall } from "@/lib/ai/models/service";
import { invalid } from "@/lib/platform/errors";

export type Place = (string | number)[];
type Result = Extract<ModelMessage, { role: "tool" }>["results"][number];

/**
 * Puts together what clients send message by message: each call of a tool with what the client's tool answered.
 * Providers refuse a conversation in which the two do not match, each with a sentence of its own.
 */
export class Turns {
  readonly #messages: ModelMessage[] = [];
  /** Calls that have no answer yet, by id. */
  readonly #open = new Map<string, ToolCall>();

  user(message: ModelMessage, at: Place): void {
    this.#requireAnswers(at);
    this.#messages.push(message);
  }

  /** What the model said; calls that come one by one after it belong to it. */
  assistant(text: string, at: Place): void {
    this.#requireAnswers(at);
    this.#messages.push({ role: "assistant", text });
  }

  /** @throws InvalidInput when the id is another call's, too */
  call(call: ToolCall, at: Place): void {
    if (this.#open.has(call.id)) throw invalid(at, "Two tool calls have this id.");
    let last = this.#messages.at(-1);
    if (last?.role !== "assistant") {
      this.#requireAnswers(at);
      last = { role: "assistant", text: "" };
      this.#messages.push(last);
    }
    last.calls = [...(last.calls ?? []), call];
    this.#open.set(call.id, call);
  }

  /** @throws InvalidInput when nothing called */
  result(id: string, given: Omit<Result, "call">, at: Place): void {
    const call = this.#open.get(id);
    if (!call) throw invalid(at, "No tool call right before this has this id.");
    this.#open.delete(id);
    const last = this.#messages.at(-1);
    if (last?.role === "tool") last.results.push({ call, ...given });
    else this.#messages.push({ role: "tool", results: [{ call, ...given }] });
  }

  /** @throws InvalidInput when a call has no answer, or there is nothing to reply to */
  end(at: Place): ModelMessage[] {
    this.#requireAnswers(at);
    return this.#messages;
  }

  #requireAnswers(at: Place): void {
    const [missing] = this.#open.keys();
    if (missing === undefined) return;
    throw invalid(at, `The tool call ${JSON.stringify(missing.slice(0, 100))} has no answer before this.`);
  }
}
