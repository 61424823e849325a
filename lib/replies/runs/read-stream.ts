import { isDeepStrictEqual } from "node:util";
import type { StoredPlan, StoredStep } from "@/db/schema/messages";
import type { Viewer } from "@/lib/api/actor";
import * as approvals from "@/lib/chat/approvals/service";
import { toReasoningStep } from "@/lib/chat/messages/service";
import { notFound } from "@/lib/platform/errors";
import { createOnce } from "@/lib/platform/once";
import type { StreamEvent } from "@/lib/platform/stream-event";
import { findLiveRun, type LiveRun, wakeReaders, watchRun } from "./live-runs";
import type * as queries from "./queries";
import * as readers from "./queries/readers";
import * as stream from "./queries/stream";
import { askForRun, findRelayedRun } from "./relayed-runs";
import { cutText, MAX_PIECE_LENGTH } from "./text-pieces";

// A run of another process is polled at least every `POLL_INTERVAL_MS`. The reader's access is checked again every
// `ACCESS_CHECK_INTERVAL_MS`.
const POLL_INTERVAL_MS = 500;
const FIRST_ANNOUNCEMENT_PAUSE_MS = 1000;
const ACCESS_CHECK_INTERVAL_MS = 1000;
const MAX_SPAN = 4 * MAX_PIECE_LENGTH;

export type StreamState = {
  streaming_task_id: string;
  status: queries.TaskRow["status"];
  text: string;
  chunk_idx: number;
  finished: boolean;
  restarted: boolean;
  message_ids: number[];
  reasoning_steps: ReturnType<typeof toReasoningStep>[];
  error: string | null;
  approvals: approvals.Approval[];
  questions: approvals.questions.OpenQuestion[];
  plan: StoredPlan | null;
  pause: Pause | null;
};

/** `asked` means that the run pauses after its current agent step. */
export type Pause = "asked" | "paused";
const getPause = ({ isPauseAsked, owner, finishedAt }: queries.TaskRow): Pause | null =>
  isPauseAsked && !finishedAt ? (owner === null ? "paused" : "asked") : null;

/** Reader of a run: a member of the chat, or a caller whose access to the chat was already checked. */
export type RunReader = Viewer | { chatId: number };

export async function getTaskFor(reader: RunReader, id: string): Promise<queries.TaskRow> {
  const task =
    "chatId" in reader
      ? await readers.findTaskOfChat({ id, chatId: reader.chatId })
      : await readers.findTaskOfMember({ id, userId: reader.user.id, groupId: reader.group.id });
  if (!task) throw notFound("Streaming task");
  return task;
}

export async function read(reader: RunReader, id: string, from = 0): Promise<StreamState> {
  const task = await getTaskFor(reader, id);
  const live = findLiveRun(id) ?? findRelayedRun(id);
  if (!live && task.finishedAt === null) await stream.announceReader(id);
  return getStreamState(task, from, live);
}

async function getStreamState(
  task: queries.TaskRow,
  from: number,
  live: LiveRun | undefined,
): Promise<StreamState> {
  const progress = live ? progressInMemory(live, from) : await progressInDatabase(task, from);
  return { ...progress, reasoning_steps: getSteps(task, live).map(toReasoningStep) };
}

const getSteps = (task: queries.TaskRow, live: LiveRun | undefined): StoredStep[] =>
  live?.steps ?? task.steps;

type StreamProgress = Omit<StreamState, "reasoning_steps">;

function progressInMemory(live: LiveRun, from: number): StreamProgress {
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

async function progressInDatabase(
  task: queries.TaskRow,
  from: number,
  span?: number,
): Promise<StreamProgress> {
  const after = Math.max(from, task.startIdx);
  const chunks = await stream.listChunksAfter({ taskId: task.id, idx: after, span });
  const [first] = chunks;
  // The first chunk may begin before the requested position.
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
    approvals: task.finishedAt ? [] : await approvals.listWaiting(task.id),
    questions: task.finishedAt ? [] : await approvals.questions.listWaitingQuestions(task.id),
    plan: task.plan,
    pause: getPause(task),
  };
}

/**
 * Streams a run from position `from` to its `done` event, each character exactly once, whichever process writes it.
 * Checks access repeatedly.
 * @throws AppError not_found before the first event
 */
export async function follow(reader: RunReader, id: string, from: number, signal: AbortSignal) {
  const task = await getTaskFor(reader, id);
  return events(reader, task, from, signal);
}

const hearTasks = createOnce(() => stream.listenToTasks(wakeReaders));

async function* events(
  reader: RunReader,
  first: queries.TaskRow,
  from: number,
  signal: AbortSignal,
): AsyncIterable<StreamEvent> {
  let task = first;
  let idx = from;
  const changes = new StateChanges();
  let checkedAt = performance.now();
  let live: LiveRun | undefined;
  let announced: { attempt: number; nextAt: number; pauseMs: number } | undefined;
  const wake = new WakeSignal();
  const clock = setInterval(wake.ring, POLL_INTERVAL_MS);
  signal.addEventListener("abort", wake.ring);
  void hearTasks();
  let unsubscribe = watchRun(task.id, wake.ring);
  try {
    while (!signal.aborted) {
      if (live?.isLost) {
        live = undefined;
        unsubscribe();
        unsubscribe = watchRun(task.id, wake.ring);
        const again = await getTaskFor(reader, task.id).catch(() => undefined);
        if (!again) return;
        task = again;
      }
      const found = live ?? findLiveRun(task.id) ?? findRelayedRun(task.id);
      if (found && !live) {
        // Keeps the run, because its ending is known in this process before the database contains it.
        live = found;
        unsubscribe();
        unsubscribe = live.listen(wake.ring);
      }
      if (!live) {
        askForRun(task.id);
        const { attempt } = task;
        const now = performance.now();
        if (announced?.attempt !== attempt || now >= announced.nextAt) {
          // Repeated, because the process that writes the run may not listen yet.
          const pauseMs =
            announced?.attempt === attempt ? 2 * announced.pauseMs : FIRST_ANNOUNCEMENT_PAUSE_MS;
          announced = { attempt, nextAt: now + pauseMs, pauseMs };
          await stream.announceReader(task.id);
        }
      }
      const state = live ? progressInMemory(live, idx) : await progressInDatabase(task, idx, MAX_SPAN);
      yield* changes.list(state, getSteps(task, live));
      idx = state.chunk_idx - state.text.length;
      for (const text of cutText(state.text)) {
        idx += text.length;
        yield { event: "text", data: { chunk_idx: idx, text }, id: idx };
      }
      // The read may have stopped at `MAX_SPAN`, so the rest is read before checking for the end.
      if (!live && state.text.length > MAX_SPAN - MAX_PIECE_LENGTH) continue;
      if (state.finished) {
        if (state.error) yield { event: "error", data: { message: state.error } };
        yield { event: "done", data: await getStreamState(task, 0, live), id: idx };
        return;
      }
      await wake.next();
      if (!live || performance.now() - checkedAt >= ACCESS_CHECK_INTERVAL_MS) {
        // Ends the stream for readers who lost access.
        const again = await getTaskFor(reader, task.id).catch(() => undefined);
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

// Lists what has changed since the last state of a stream, apart from its text.
class StateChanges {
  private steps: StoredStep[] = [];
  private approvals = "";
  private questions = "";
  private plan: StoredPlan | null = null;
  private pause: Pause | null = null;

  *list(state: StreamProgress, steps: StoredStep[]): Generator<StreamEvent> {
    if (state.restarted) {
      // A restart resends the steps as well.
      this.steps = [];
      yield { event: "restart", data: { chunk_idx: state.chunk_idx - state.text.length } };
    }
    if (steps !== this.steps) {
      // A changed step is sent again.
      for (const [at, step] of steps.entries())
        if (!isDeepStrictEqual(step, this.steps[at]))
          yield { event: "reasoning_step", data: toReasoningStep(step) };
      this.steps = steps;
    }
    const approvals = joinIds(state.approvals);
    if (approvals !== this.approvals) yield { event: "approvals", data: state.approvals };
    this.approvals = approvals;
    const questions = joinIds(state.questions);
    if (questions !== this.questions) yield { event: "questions", data: state.questions };
    this.questions = questions;
    if (state.plan !== this.plan && !isDeepStrictEqual(state.plan, this.plan))
      yield { event: "plan", data: state.plan };
    this.plan = state.plan;
    if (state.pause !== this.pause) yield { event: "pause", data: state.pause };
    this.pause = state.pause;
  }
}

const joinIds = (rows: { id: string }[]): string => rows.map(({ id }) => id).join();

// Wakes a reader. A ring while the reader is busy makes its next wait return immediately.
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
