import { type StreamingToolCallDelta, StreamingToolCallTracker } from "@ai-sdk/provider-utils";
import { createEndlessError, createTooManyToolCallsError, MAX_TOOL_CALLS } from "../failures";
import { toToolCall } from "../sdk-model";
import type { CallPiece, ToolCall } from "../types";

const MAX_ARGUMENT_CHARACTERS = 2_000_000;

type Delta = StreamingToolCallDelta & { index: number | null; signature?: string };

/**
 * Assembles streamed tool calls. The SDK's tracker handles missing and inconsistent call numbers of servers, but
 * requires a name in a call's first delta. Earlier deltas are therefore buffered here.
 */
export class StreamedCalls {
  readonly #calls: ToolCall[] = [];
  #pieces: CallPiece[] = [];
  readonly #names = new Map<string, string>();
  readonly #named = new Set<number>();
  readonly #nameless = new Map<number, Delta>();
  readonly #tracker = new StreamingToolCallTracker<Delta>(
    {
      enqueue: (part) => {
        if (part?.type === "tool-input-start") {
          this.#countCall();
          this.#names.set(part.id, part.toolName);
          this.#pieces.push({ id: part.id, name: part.toolName, input: "" });
        }
        if (part?.type === "tool-input-delta")
          this.#pieces.push({ id: part.id, name: this.#names.get(part.id)!, input: part.delta });
        if (part?.type === "tool-call") this.#calls.push(toToolCall(part));
      },
    },
    {
      extractMetadata: ({ signature }) =>
        signature ? { google: { thoughtSignature: signature } } : undefined,
      buildToolCallProviderMetadata: (metadata) => metadata,
    },
  );

  #begun = 0;
  #argumentCharacters = 0;

  /**
   * Processes the `tool_calls` of an event.
   * @returns the number of ignored deltas
   * @throws ModelError when there are too many calls or their arguments are too long
   */
  take(pieces: unknown[]): number {
    const deltas = pieces.flatMap((piece) => parseDelta(piece) ?? []);
    for (const delta of deltas) {
      this.#argumentCharacters += delta.function?.arguments?.length ?? 0;
      if (this.#argumentCharacters > MAX_ARGUMENT_CHARACTERS) throw createEndlessError();
      this.#add(delta);
    }
    return pieces.length - deltas.length;
  }

  pieces(): CallPiece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  end(): ToolCall[] {
    for (const delta of this.#nameless.values())
      if (delta.function?.arguments) this.#tracker.processDelta(delta);
    this.#tracker.flush();
    return this.#calls;
  }

  /** Limits the number of calls, because the SDK's tracker visits all of them for each delta. */
  #countCall(): void {
    if (++this.#begun > MAX_TOOL_CALLS) throw createTooManyToolCallsError();
  }

  #add(delta: Delta): void {
    const { index } = delta;
    if (index === null || this.#named.has(index)) {
      this.#tracker.processDelta(delta);
      return;
    }
    const held = this.#nameless.get(index);
    const whole = held ? joined(held, delta) : delta;
    if (whole.function?.name == null) {
      if (!held) this.#countCall();
      this.#nameless.set(index, whole);
      return;
    }
    if (this.#nameless.delete(index)) this.#begun--;
    this.#named.add(index);
    this.#tracker.processDelta(whole);
  }
}

const joined = (delta: Delta, next: Delta): Delta => ({
  index: delta.index,
  id: delta.id ?? next.id,
  signature: delta.signature ?? next.signature,
  function: {
    name: next.function?.name,
    arguments: (delta.function?.arguments ?? "") + (next.function?.arguments ?? ""),
  },
});

type WireFunction = { name?: unknown; arguments?: unknown };
type WirePiece = WireFunction & {
  index?: unknown;
  id?: unknown;
  function?: WireFunction | null;
  extra_content?: { google?: { thought_signature?: unknown } | null } | null;
};

function parseDelta(value: unknown): Delta | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const piece: WirePiece = value;
  // Some servers put the name and arguments next to the id.
  const named = piece.function ?? piece;
  const delta = {
    index: typeof piece.index === "number" ? piece.index : null,
    id: toText(piece.id),
    signature: toText(piece.extra_content?.google?.thought_signature) ?? undefined,
    function: { name: toText(named.name), arguments: toArgumentsText(named.arguments) },
  };
  const isEmpty = delta.function.name === null && delta.function.arguments === null;
  return isEmpty && (delta.index === null || delta.id === null) ? undefined : delta;
}

function toText(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : null;
}

// Accepts arguments as JSON text, like OpenAI's, or as an object, like Ollama's.
function toArgumentsText(value: unknown): string | null {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : toText(value);
}
