import type { CallPiece, ToolCall } from "@/lib/llm/models/service";

export type CallListener = {
  began: (call: ToolCall) => void;
  input: (text: string) => void;
  ended: (call: ToolCall) => void;
};

// Maximum attempts to parse incomplete calls of a reply. An attempt is expensive, because inputs may have 2 MB.
const MAX_LOOKS = 20;

/**
 * Serializes calls that providers stream interleaved, because not every client format supports interleaved calls.
 * Buffers later calls until the current one is complete.
 */
export class OrderedCalls {
  readonly #listener: CallListener;
  readonly #calls = new Map<string, ToolCall>();
  /** Calls not yet emitted. The first one is being emitted while `#isTelling`. */
  readonly #waiting: ToolCall[] = [];
  #isTelling = false;
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

  /**
   * Emits the remaining calls.
   * @returns the calls of the reply in the order in which they were emitted
   */
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
