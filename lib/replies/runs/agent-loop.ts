import type {
  CallPiece,
  Connection,
  ModelChoice,
  ModelMessage,
  ModelRequest,
  ToolCall,
} from "@/lib/llm/models/service";
import { streamReply } from "@/lib/llm/models/service";
import { CHARACTERS_PER_TOKEN } from "@/lib/llm/usage/service";
import { config } from "@/lib/platform/config";
import type { Direction, Rounds } from "./checkpoints";
import { findReachedLimit, type ReplyLimits } from "./limits";
import type { LiveRun } from "./live-runs";
import { Thought } from "./reasoning";
import type { RunUsage, Usage } from "./run-usage";
import { runTool, type ToolContext } from "./tools";
import { listAddresses } from "./urls";

const MAX_TOOL_CALLS = 16;

type Conversation = {
  model: ModelChoice;
  connections: Connection[];
  request: ModelRequest & { tools: NonNullable<ModelRequest["tools"]> };
  setting: ToolContext;
  live: LiveRun;
  tally: RunUsage;
  limits: ReplyLimits;
  /** Persisted agent steps; absent for replies outside of chats. */
  rounds?: Rounds;
  /** Length of the text that a continued reply already had. */
  stoppedLength?: number;
  callers?: ReadonlySet<string>;
  heardCall?: (piece: CallPiece) => void;
};
type StepRequest = Parameters<typeof streamReply>[2];

/**
 * Runs the agent loop: calls the model, executes its tool calls and returns their results to it, until it answers.
 * Text streams to `live`, and tool calls appear as reasoning steps.
 * @throws ModelError, Paused, or the reason of the stop
 */
export async function runAgentLoop(conversation: Conversation): Promise<void> {
  const { model, request, setting, live, tally, limits, rounds, callers, stoppedLength = 0 } = conversation;
  const messages: ModelMessage[] = [...request.messages, ...(rounds?.turns ?? [])];
  const { before } = rounds ?? {};
  // The text of a checkpoint includes that of a continued reply.
  const begunAt = live.text.length - (before ? before.text.length - stoppedLength : 0);
  const started = performance.now() - (rounds?.workedMs ?? 0);
  let waitedMs = 0;
  const finish = async (turns: ModelMessage[], directions: Direction[]) => {
    setting.given.push(...directions.flatMap(({ text }) => listAddresses(text)));
    const progress = { model: model.id, setting, tally, workedMs: performance.now() - started - waitedMs };
    messages.push(...((await rounds?.close(turns, directions, progress)) ?? turns));
  };
  const saidBefore = (await rounds?.hear()) ?? [];
  if (saidBefore.length > 0) await finish([], saidBefore);
  for (let round = rounds?.count ?? 0; ; round++) {
    const workedMs = performance.now() - started - waitedMs;
    tally.limit = findReachedLimit(limits, { rounds: round, tokens: tally.spent, ms: workedMs });
    const isLastRound = tally.limit !== undefined;
    const roundAt = live.text.length;
    const calls: ToolCall[] = [];
    const used = await streamStep(
      { ...conversation, request: { ...request, messages, isLastRound } },
      begunAt,
      calls,
    );
    if (Number.isFinite(limits.tokens))
      tally.spent += spentBy(request, messages, live.text.slice(roundAt), used);
    // When a step also calls tools of the caller, calls of our tools are dropped. The model repeats them once it has
    // the caller's results.
    tally.calls = calls.filter(({ name }) => callers?.has(name));
    if (tally.calls.length > 0) return;
    const text = live.text.slice(roundAt).trim();
    if (calls.length === 0 || isLastRound || request.toolChoice === "none") {
      // A direction that arrives while the answer is written continues the loop.
      const said = rounds && !isLastRound ? await rounds.hear() : [];
      if (said.length === 0) break;
      await finish(text === "" ? [] : [{ role: "assistant", text }], said);
      continue;
    }
    tally.hasCalled = true;
    const { results, longMs } = await executeToolCalls(calls, setting, live, tally);
    waitedMs += longMs;
    const turns: ModelMessage[] = [
      { role: "assistant", text, calls },
      { role: "tool", results },
    ];
    await finish(turns, rounds ? await rounds.hear() : []);
  }
  // Some models end with tool calls and no text.
  // An empty continuation only says that the reply was complete.
  if (live.text.length === begunAt && stoppedLength === 0) live.append("Done.");
}

async function streamStep(
  { model, connections, request, live, tally, callers, heardCall }: Conversation & { request: StepRequest },
  begunAt: number,
  calls: ToolCall[],
): Promise<Usage> {
  const stepAt = live.text.length;
  const thought = new Thought(live);
  let used: Usage = { input_tokens: null, output_tokens: null };
  await streamReply(model, connections, request, config(), (event) => {
    if (event.type === "reasoning") return thought.add(event.text);
    thought.end();
    if (event.type === "restart") {
      thought.add(event.thought);
      thought.end();
      return live.restart(stepAt);
    }
    if (event.type === "call-piece") {
      if (callers?.has(event.piece.name)) heardCall?.(event.piece);
    } else if (event.type === "text") {
      if (live.text.length === stepAt && stepAt > begunAt) live.append("\n\n");
      live.append(event.text);
    } else if (event.type === "tool-call") {
      calls.push(event.call);
    } else {
      tally.responseId = event.responseId;
      tally.model = event.model;
      tally.isCut = event.isCut ?? false;
      tally.leftOut = event.leftOut ?? [];
      tally.foundNothing = event.foundNothing ?? false;
      tally.isFiltered = event.isFiltered ?? false;
      used = event.usage;
      tally.usage = sum(tally.usage, used);
    }
  }).finally(() => thought.end());
  return used;
}

function spentBy(
  { instructions }: ModelRequest,
  messages: ModelMessage[],
  text: string,
  used: Usage,
): number {
  const given = () => messages.reduce((sum, message) => sum + getMessageLength(message), instructions.length);
  return (
    (used.input_tokens ?? Math.ceil(given() / CHARACTERS_PER_TOKEN)) +
    (used.output_tokens ?? Math.ceil(text.length / CHARACTERS_PER_TOKEN))
  );
}

export const getMessageLength = (message: ModelMessage): number =>
  message.role === "tool"
    ? message.results.reduce((sum, { text }) => sum + text.length, 0)
    : message.text.length;

async function executeToolCalls(calls: ToolCall[], setting: ToolContext, live: LiveRun, tally: RunUsage) {
  const results = [];
  let longMs = 0;
  for (const [position, call] of calls.entries()) {
    live.stopping.signal.throwIfAborted();
    if (position >= MAX_TOOL_CALLS) {
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
      shows,
      isLong,
      tokens = 0,
    } = await runTool(call, setting, live, (kind, label, about) => {
      begunAt = performance.now();
      live.step(kind, label, about);
    });
    if (begunAt !== undefined) {
      const ms = performance.now() - begunAt;
      live.ran(isError ? fault : text, ms, isError, pageId);
      if (isLong) longMs += ms;
    }
    tally.spent += tokens;
    if (shows) live.append(`${live.text === "" ? "" : "\n\n"}${shows}`);
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
