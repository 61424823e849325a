import type {
  Connection,
  ModelChoice,
  ModelMessage,
  ModelRequest,
  SamplingName,
  ToolCall,
} from "@/lib/ai/models/service";
import { streamReply } from "@/lib/ai/models/service";
import { config } from "@/lib/platform/config";
import type { LiveRun } from "./live";
import { Thought } from "./thought";
import { runTool, type Setting } from "./tools";

/** How often a model may ask for tools before it has to answer, how many at once, and until when. */
const MOST_ROUNDS = 8;
const MOST_CALLS = 16;
const MOST_MS = 300_000;

type Usage = { input_tokens: number | null; output_tokens: number | null };
/** What is known of a conversation with a model so far, also when it then fails. */
export type Tally = {
  usage: Usage;
  model: string | null;
  responseId: string | null;
  /** What was remembered last. */
  memoryId: string | null;
  /** The last answer ended where it was as long as it may be. */
  isCut: boolean;
  /** What of the sampling the model does not take. */
  leftOut: SamplingName[];
  /** The document finder had nothing to quote. */
  foundNothing: boolean;
};
export const newTally = (): Tally => ({
  usage: { input_tokens: null, output_tokens: null },
  model: null,
  responseId: null,
  memoryId: null,
  isCut: false,
  leftOut: [],
  foundNothing: false,
});

type Conversation = {
  model: ModelChoice;
  connections: Connection[];
  request: ModelRequest & { tools: NonNullable<ModelRequest["tools"]> };
  setting: Setting;
  live: LiveRun;
  tally: Tally;
};

/**
 * Asks a model, does what it asks for and tells it, until it has answered. What
 * it says goes to the readers as it comes; what it does are steps.
 * @throws ModelError, or the reason of the stop
 */
export async function converse({
  model,
  connections,
  request,
  setting,
  live,
  tally,
}: Conversation): Promise<void> {
  const messages: ModelMessage[] = [...request.messages];
  const begunAt = live.text.length;
  let until = performance.now() + MOST_MS;
  for (let round = 1; ; round++) {
    const isLastRound = round > MOST_ROUNDS || performance.now() > until;
    const roundAt = live.text.length;
    const calls: ToolCall[] = [];
    const thought = new Thought(live);
    await streamReply(model, connections, { ...request, messages, isLastRound }, config(), (event) => {
      if (event.type === "reasoning") return thought.add(event.text);
      thought.end();
      if (event.type === "text") {
        if (live.text.length === roundAt && roundAt > begunAt) live.append("\n\n");
        live.append(event.text);
      } else if (event.type === "tool-call") {
        calls.push(event.call);
      } else {
        tally.responseId = event.responseId;
        tally.model = event.model;
        tally.isCut = event.isCut ?? false;
        tally.leftOut = event.leftOut ?? [];
        tally.foundNothing = event.foundNothing ?? false;
        tally.usage = sum(tally.usage, event.usage);
      }
    }).finally(() => thought.end());
    if (calls.length === 0 || isLastRound) break;
    messages.push({ role: "assistant", text: live.text.slice(roundAt).trim(), calls });
    const { results, longMs } = await answered(calls, setting, live, tally);
    until += longMs;
    messages.push({ role: "tool", results });
  }
  // Some models think that the deed is the answer.
  if (live.text.length === begunAt) live.append("Done.");
}

async function answered(calls: ToolCall[], setting: Setting, live: LiveRun, tally: Tally) {
  const results = [];
  let longMs = 0;
  for (const [position, call] of calls.entries()) {
    live.stopping.signal.throwIfAborted();
    if (position >= MOST_CALLS) {
      results.push({ call, text: "Too many calls at once.", isError: true });
      continue;
    }
    let begunAt: number | undefined;
    const {
      text,
      isError,
      fault = text,
      memoryId,
      pageId,
      isLong,
    } = await runTool(call, setting, live, (kind, label, about) => {
      begunAt = performance.now();
      live.step(kind, label, about);
    });
    if (begunAt !== undefined) {
      const ms = performance.now() - begunAt;
      live.ran(isError ? fault : text, ms, isError, pageId);
      if (isLong) longMs += ms;
    }
    if (memoryId !== undefined) tally.memoryId = String(memoryId);
    results.push({ call, text, isError });
  }
  return { results, longMs };
}

const plus = (a: number | null, b: number | null) => (a === null ? b : a + (b ?? 0));
const sum = (a: Usage, b: Usage): Usage => ({
  input_tokens: plus(a.input_tokens, b.input_tokens),
  output_tokens: plus(a.output_tokens, b.output_tokens),
});
