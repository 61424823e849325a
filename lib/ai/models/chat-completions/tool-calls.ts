import { type StreamingToolCallDelta, StreamingToolCallTracker } from "@ai-sdk/provider-utils";
import { unreadable } from "../failures";
import { callOf } from "../sdk-model";
import type { ToolCall } from "../types";

type Delta = StreamingToolCallDelta & { index: number | null; signature?: string };

/**
 * Puts together the calls of tools that come in pieces. Servers number them in many ways or not at all: the SDK's
 * tracker knows which piece belongs to which call. It wants each call to begin with its name, so that what comes
 * before is held here.
 */
export class StreamedCalls {
  readonly #calls: ToolCall[] = [];
  readonly #named = new Set<number>();
  readonly #nameless = new Map<number, Delta>();
  readonly #tracker = new StreamingToolCallTracker<Delta>(
    {
      enqueue: (part) => {
        if (part?.type === "tool-call") this.#calls.push(callOf(part));
      },
    },
    {
      extractMetadata: ({ signature }) =>
        signature ? { google: { thoughtSignature: signature } } : undefined,
      buildToolCallProviderMetadata: (metadata) => metadata,
    },
  );

  /** Takes the `tool_calls` of one event. */
  take(pieces: unknown): void {
    if (!Array.isArray(pieces)) throw unreadable();
    for (const piece of pieces) this.#add(deltaOf(piece));
  }

  /** The calls, when the reply is whole. @throws when one of them has no name */
  end(): ToolCall[] {
    for (const delta of this.#nameless.values()) this.#tracker.processDelta(delta);
    this.#tracker.flush();
    return this.#calls;
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
      this.#nameless.set(index, whole);
      return;
    }
    this.#nameless.delete(index);
    this.#named.add(index);
    this.#tracker.processDelta(whole);
  }
}

const joined = (held: Delta, next: Delta): Delta => ({
  index: held.index,
  id: held.id ?? next.id,
  signature: held.signature ?? next.signature,
  function: {
    name: next.function?.name,
    arguments: (held.function?.arguments ?? "") + (next.function?.arguments ?? ""),
  },
});

type WirePiece = {
  index?: unknown;
  id?: unknown;
  function?: { name?: unknown; arguments?: unknown } | null;
  extra_content?: { google?: { thought_signature?: unknown } | null } | null;
};

function deltaOf(piece: WirePiece | null): Delta {
  const named = piece?.function;
  if (typeof named !== "object" || named === null) throw unreadable();
  return {
    index: typeof piece!.index === "number" ? piece!.index : null,
    id: textOf(piece!.id),
    signature: textOf(piece!.extra_content?.google?.thought_signature) ?? undefined,
    function: { name: textOf(named.name), arguments: textOf(named.arguments) },
  };
}

function textOf(value: unknown): string | null {
  if (value == null) return null;
  if (typeof value !== "string") throw unreadable();
  return value;
}
