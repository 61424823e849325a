import { storable } from "@/lib/platform/storable";
import { StorableText } from "./storable";
import type { CallPiece, ModelRequest } from "./types";

/** The pieces of calls that whoever asked wants to hear, fit to be stored and sent on. */
export class CallPieces {
  readonly #isWanted: boolean;
  readonly #isOneOnly: boolean;
  readonly #texts = new Map<string, StorableText>();

  constructor({ streamsCalls, parallelCalls }: ModelRequest) {
    this.#isWanted = streamsCalls === true;
    this.#isOneOnly = parallelCalls === false;
  }

  /** Undefined for one that is not to be told, or holds half a character only. */
  take({ id, name, input }: CallPiece): CallPiece | undefined {
    if (!this.#isWanted) return undefined;
    const hasBegun = this.#texts.has(id);
    if (!hasBegun && this.#isOneOnly && this.#texts.size > 0) return undefined;
    const text = this.#texts.get(id) ?? new StorableText();
    this.#texts.set(id, text);
    const cleaned = text.push(input);
    if (hasBegun && cleaned === "") return undefined;
    return { id: storable(id), name: storable(name), input: cleaned };
  }

  /** True once a piece of this call has been sent. */
  has(id: string): boolean {
    return this.#texts.has(id);
  }
}
