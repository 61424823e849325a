import type { CallPiece, ToolCall } from "@/lib/ai/models/service";

/** Hears calls one after the other, each in pieces. */
export type CallListener = {
  began: (call: ToolCall) => void;
  input: (text: string) => void;
  /** @param call With all of its input */
  ended: (call: ToolCall) => void;
};

/** Limits how often unfinished calls of a reply are parsed: inputs may be 2 MB. */
const MAX_LOOKS = 20;

/**
 * Tells the pieces of calls, which providers may send by turns, so that each call is over before the next one begins: not
 * every form of stream can tell them apart. What cannot be told yet waits.
 */
export class OrderedCalls {
  readonly #listener: CallListener;
  /** Those that have come, as far as they have, in the order in which they began. */
  readonly #calls = new Map<string, ToolCall>();
  /** Those that are not told yet; the first one is being told when `#isTelling`. */
  readonly #waiting: ToolCall[] = [];
  #isTelling = false;
  /** How long the input of the first one was when it was found not to be whole. */
  #partialLength = -1;
  #looks = 0;

  constructor(listener: CallListener) {
    this.#listener = listener;
  }

  get hasBegun(): boolean {
    return this.#calls.size > 0;
  }

  take({ id, name, input }: CallPiece): void {
    const call = this.#calls.get(id) ?? this.#add({ id, name, input: "" });
    call.input += input;
    const isFirst = call === this.#waiting[0];
    if (isFirst && this.#isTelling && input !== "") this.#listener.input(input);
    if (isFirst && !this.#isTelling) this.#begin(call);
    if (!isFirst && this.#isFirstWhole()) {
      this.#finish(this.#waiting[0]!);
      this.#begin(this.#waiting[0]!);
    }
  }

  /** Tells what is left. @returns the calls of the whole reply, in the order in which they were told */
  end(calls: ToolCall[]): ToolCall[] {
    for (const call of calls) if (!this.#calls.has(call.id)) this.#add({ ...call, input: "" });
    for (let call = this.#waiting[0]; call; call = this.#waiting[0]) {
      const { id, input } = call;
      const whole = calls.find((each) => each.id === id) ?? call;
      if (!this.#isTelling) this.#begin(call);
      if (whole.input.startsWith(input) && whole.input !== input)
        this.#listener.input(whole.input.slice(input.length));
      this.#finish(whole);
    }
    return [...this.#calls.keys()].flatMap((id) => calls.find((call) => call.id === id) ?? []);
  }

  #add(call: ToolCall): ToolCall {
    this.#calls.set(call.id, call);
    this.#waiting.push(call);
    return call;
  }

  #begin(call: ToolCall): void {
    this.#isTelling = true;
    this.#partialLength = -1;
    this.#listener.began(call);
    if (call.input !== "") this.#listener.input(call.input);
  }

  #finish(call: ToolCall): void {
    this.#isTelling = false;
    this.#waiting.shift();
    this.#listener.ended(call);
  }

  #isFirstWhole(): boolean {
    const input = this.#waiting[0]?.input;
    if (input === undefined || !input.endsWith("}") || input.length === this.#partialLength) return false;
    if (this.#looks === MAX_LOOKS) return false;
    this.#looks++;
    try {
      JSON.parse(input);
      return true;
    } catch {
      this.#partialLength = input.length;
      return false;
    }
  }
}
