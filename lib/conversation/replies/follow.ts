import { isDeepStrictEqual } from "node:util";
import type { StoredPlan, StoredStep } from "@/db/schema/messages";
import type { Viewer } from "@/lib/api/actor";
import * as approvals from "@/lib/chat/approvals/service";
import { reasoningStep } from "@/lib/chat/messages/service";
import { notFound } from "@/lib/platform/errors";
import { single } from "@/lib/platform/singleton";
import type { StreamEvent } from "@/lib/platform/stream-event";
import { cutText, MAX_PIECE_LENGTH } from "./cut-text";
import { awaitRun, type LiveRun, liveRun, wakeReaders } from "./live";
import { askForRun, mirroredRun } from "./mirrored";
import type * as queries from "./queries";
import * as readers from "./queries/readers";
import * as stream from "./queries/stream";

/** At the least this often a run in another process is looked at, and whether its reader still may. In ms. */
const LOOK_EVERY = 500;
const CHECK_EVERY = 1000;
/** How far ahead of a reader the database is read. In characters. */
const MAX_SPAN = 4 * MAX_PIECE_LENGTH;

export type StreamState = {
  streaming_task_id: string;
  status: queries.TaskRow["status"];
  text: string;
  chunk_idx: number;
  finished: boolean;
  restarted: boolean;
  message_ids: number[];
  reasoning_steps: ReturnType<typeof reasoningStep>[];
  error: string | null;
  approvals: approvals.Approval[];
  questions: approvals.questions.Question[];
  plan: StoredPlan | null;
  pause: Pause | null;
};

/** `asked`: it pauses behind the round that it is in. */
export type Pause = "asked" | "paused";
const pauseOf = ({ isPauseAsked, owner, finishedAt }: queries.TaskRow): Pause | null =>
  isPauseAsked && !finishedAt ? (owner === null ? "paused" : "asked") : null;

/** Who reads a run: a member of its chat, or whoever is known to read that chat. */
export type Reader = Viewer | { chatId: number };

/** @throws AppError not_found for whoever does not read its chat */
export async function taskFor(reader: Reader, id: string): Promise<queries.TaskRow> {
  const task =
    "chatId" in reader
      ? await readers.findTaskOfChat({ id, chatId: reader.chatId })
      : await readers.findTaskOfMember({ id, userId: reader.user.id, groupId: reader.group.id });
  if (!task) throw notFound("Streaming task");
  return task;
}

/** Everything of a run after `from` (all when absent). @throws AppError not_found for all but members of its chat */
export async function read(reader: Reader, id: string, from = 0): Promise<StreamState> {
  const task = await taskFor(reader, id);
  return stateOf(task, from, liveRun(id) ?? mirroredRun(id));
}

async function stateOf(task: queries.TaskRow, from: number, live: LiveRun | undefined): Promise<StreamState> {
  const progress = live ? progressInMemory(live, from) : await progressInDatabase(task, from);
  return { ...progress, reasoning_steps: stepsOf(task, live).map(reasoningStep) };
}

/** The steps of a run: another array whenever one of them is added or changes. */
const stepsOf = (task: queries.TaskRow, live: LiveRun | undefined): StoredStep[] => live?.steps ?? task.steps;

/** What a reader looks at for each piece of text: all of the state but its steps, which change seldom. */
type Progress = Omit<StreamState, "reasoning_steps">;

function progressInMemory(live: LiveRun, from: number): Progress {
  const restarted = from > 0 && from < live.startIdx;
  return {
    streaming_task_id: live.id,
    status: live.ending?.status ?? "running",
    text: live.text.slice(Math.max(0, from - live.startIdx)),
    chunk_idx: Math.max(live.idx, from),
    finished: live.ending !== undefined,
    restarted,
    message_ids: live.messageIds,
    error: live.ending?.error ?? null,
    approvals: live.ending ? [] : live.approvals,
    questions: live.ending ? [] : live.questions,
    plan: live.plan,
    pause: live.isPauseAsked && !live.ending ? "asked" : null,
  };
}

async function progressInDatabase(task: queries.TaskRow, from: number, span?: number): Promise<Progress> {
  const after = Math.max(from, task.startIdx);
  const chunks = await stream.chunksAfter({ taskId: task.id, idx: after, span });
  const [first] = chunks;
  // The first chunk may begin before the position that is asked for.
  const skipped = first ? Math.max(0, after - (first.idx - first.text.length)) : 0;
  return {
    streaming_task_id: task.id,
    status: task.status,
    text: chunks
      .map(({ text }) => text)
      .join("")
      .slice(skipped),
    chunk_idx: chunks.at(-1)?.idx ?? after,
    finished: task.finishedAt !== null,
    restarted: from > 0 && from < task.startIdx,
    message_ids: task.messageIds,
    error: task.error,
    approvals: task.finishedAt ? [] : await approvals.waitingOf(task.id),
    questions: task.finishedAt ? [] : await approvals.questions.waitingOf(task.id),
    plan: task.plan,
    pause: pauseOf(task),
  };
}

/**
 * The run as events from `from` on, each character once, whichever process
 * writes it; ends with `done`. Access is looked at again while it lasts.
 * @throws AppError not_found, before the first event
 */
export async function follow(reader: Reader, id: string, from: number, signal: AbortSignal) {
  const task = await taskFor(reader, id);
  return events(reader, task, from, signal);
}

async function* events(
  reader: Reader,
  first: queries.TaskRow,
  from: number,
  signal: AbortSignal,
): AsyncIterable<StreamEvent> {
  let task = first;
  let idx = from;
  let seen: StoredStep[] = [];
  let asked = "";
  let wondered = "";
  let plan: StoredPlan | null = null;
  let pause: Pause | null = null;
  let checkedAt = performance.now();
  let live: LiveRun | undefined;
  let toldAttempt: number | undefined;
  const wake = new WakeSignal();
  const clock = setInterval(wake.ring, LOOK_EVERY);
  signal.addEventListener("abort", wake.ring);
  single("stream-notices", () => ({ listening: stream.listenToTasks(wakeReaders) }));
  let unsubscribe = awaitRun(task.id, wake.ring);
  try {
    while (!signal.aborted) {
      if (live?.isLost) {
        live = undefined;
        unsubscribe();
        unsubscribe = awaitRun(task.id, wake.ring);
        const again = await taskFor(reader, task.id).catch(() => undefined);
        if (!again) return;
        task = again;
      }
      const found = live ?? liveRun(task.id) ?? mirroredRun(task.id);
      if (found && !live) {
        // Held on to: its ending is known here before it can be read from the database.
        live = found;
        unsubscribe();
        unsubscribe = live.listen(wake.ring);
      }
      if (!live) {
        askForRun(task.id);
        if (task.attempt !== toldAttempt) {
          toldAttempt = task.attempt;
          await stream.tellOfReader(task.id);
        }
      }
      const state = live ? progressInMemory(live, idx) : await progressInDatabase(task, idx, MAX_SPAN);
      if (state.restarted) {
        // Whoever reads begins anew with the steps, too.
        seen = [];
        yield { event: "restart", data: { chunk_idx: state.chunk_idx - state.text.length } };
      }
      const steps = stepsOf(task, live);
      if (steps !== seen) {
        // A step comes again when something came of it.
        for (const [at, step] of steps.entries())
          if (!isDeepStrictEqual(step, seen[at]))
            yield { event: "reasoning_step", data: reasoningStep(step) };
        seen = steps;
      }
      const asks = state.approvals.map((question) => question.id).join();
      if (asks !== asked) yield { event: "approvals", data: state.approvals };
      asked = asks;
      const wonders = state.questions.map((question) => question.id).join();
      if (wonders !== wondered) yield { event: "questions", data: state.questions };
      wondered = wonders;
      if (state.plan !== plan && !isDeepStrictEqual(state.plan, plan))
        yield { event: "plan", data: state.plan };
      plan = state.plan;
      if (state.pause !== pause) yield { event: "pause", data: state.pause };
      pause = state.pause;
      idx = state.chunk_idx - state.text.length;
      for (const text of cutText(state.text)) {
        idx += text.length;
        yield { event: "text", data: { chunk_idx: idx, text }, id: idx };
      }
      // The next piece in the database may have been too far ahead.
      if (!live && state.text.length > MAX_SPAN - MAX_PIECE_LENGTH) continue;
      if (state.finished) {
        if (state.error) yield { event: "error", data: { message: state.error } };
        yield { event: "done", data: await stateOf(task, 0, live), id: idx };
        return;
      }
      await wake.next();
      if (!live || performance.now() - checkedAt >= CHECK_EVERY) {
        // Also for those who lost the chat while they read.
        const again = await taskFor(reader, task.id).catch(() => undefined);
        if (!again) return;
        task = again;
        checkedAt = performance.now();
      }
    }
  } finally {
    clearInterval(clock);
    signal.removeEventListener("abort", wake.ring);
    unsubscribe();
  }
}

/** Wakes one reader; what rings while the reader is busy is heard at its next pause. */
class WakeSignal {
  private hasRung = false;
  private wake: (() => void) | undefined;

  ring = (): void => {
    this.hasRung = true;
    this.wake?.();
  };

  async next(): Promise<void> {
    if (!this.hasRung) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = undefined;
    }
    this.hasRung = false;
  }
}
