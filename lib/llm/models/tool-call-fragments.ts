import { toStorableText } from "@/lib/platform/storable-text";
import { StorableText } from "./storable-text";
import type { CallPiece, ModelRequest } from "./types";

/** Drops the streamed parts of tool calls that the request doesn't ask for and cleans the others for storage. */
export class CallPieces {
  readonly #isWanted: boolean;
  readonly #isOneOnly: boolean;
  readonly #texts = new Map<string, StorableText>();

  constructor({ streamsCalls, parallelCalls }: ModelRequest) {
    this.#isWanted = streamsCalls === true;
    this.#isOneOnly = parallelCalls === false;
  }

  take({ id, name, input }: CallPiece): CallPiece | undefined {
    if (!this.#isWanted) return undefined;
    const hasBegun = this.#texts.has(id);
    if (!hasBegun && this.#isOneOnly && this.#texts.size > 0) return undefined;
    const text = this.#texts.get(id) ?? new StorableText();
    this.#texts.set(id, text);
    const cleaned = text.push(input);
    if (hasBegun && cleaned === "") return undefined;
    return { id: toStorableText(id), name: toStorableText(name), input: cleaned };
  }

  has(id: string): boolean {
    return this.#texts.has(id);
  }
}
