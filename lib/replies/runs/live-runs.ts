import type { StepKind, StoredPlan, StoredStep } from "@/db/schema/messages";
import type { Approval, questions } from "@/lib/chat/approvals/service";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import * as claims from "./queries/claims";
import * as stream from "./queries/stream";
import { cutText } from "./text-pieces";

// Interval at which text is persisted, for readers in other processes and after a crash. The shorter one applies while a
// reader in another process follows the run.
const STORE_INTERVAL_MS = 1000;
const STORE_INTERVAL_FOR_READERS_MS = 50;
const HEARTBEAT_INTERVAL_MS = 1000;

const MAX_SHOWN_RESULT_LENGTH = 4000;

export type RunEnd = { status: "completed" | "failed" | "cancelled"; error: string | null };

export type Mirrored = "messageIds" | "plan" | "isPauseAsked" | "approvals" | "questions" | "ending";

/**
 * Reply run of this process, whose text all readers share. Positions count UTF-16 units over all attempts of the run.
 * The current attempt began at `startIdx`.
 */
export class LiveRun {
  text = "";
  steps: StoredStep[] = [];
  messageIds: number[] = [];
  plan: StoredPlan | null = null;
  isPauseAsked = false;
  hasDirections = false;
  approvals: Approval[] = [];
  questions: questions.OpenQuestion[] = [];
  readonly refused = new Set<string>();
  ending: RunEnd | undefined;
  isReadElsewhere = false;
  isLost = false;
  readonly stopping = new AbortController();
  private stored = 0;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly id: string,
    readonly chatId: number,
    readonly userMessageId: number,
    public startIdx: number,
    /** Persists chunks, so that readers in other processes and later readers can follow. */
    private readonly isFollowed: boolean,
  ) {}

  get idx(): number {
    return this.startIdx + this.text.length;
  }

  append(text: string): void {
    this.text += text;
    this.changed();
    if (this.isFollowed) flusher().touch(this);
  }

  /** Discards the text after `length`. The text restarts at a position beyond any that a reader can have seen. */
  async restart(length: number): Promise<void> {
    const startIdx = this.idx + claims.UNSTORED;
    if (this.isFollowed) await stream.restart({ id: this.id, startIdx });
    this.startIdx = startIdx;
    this.text = this.text.slice(0, length);
    this.stored = 0;
    this.changed();
    if (this.isFollowed) flusher().touch(this);
  }

  step(kind: StepKind, label: string, description: string | null = null, ms?: number): void {
    const created_at = new Date().toISOString();
    const took = ms === undefined ? {} : { right_text: duration(ms) };
    this.steps = [
      ...this.steps,
      { kind, label, description_md: description, order: this.steps.length, created_at, ...took },
    ];
    this.changed();
  }

  describe(description: string): void {
    this.steps = this.steps.with(-1, { ...this.steps.at(-1)!, description_md: description.slice(0, 2000) });
    this.changed();
  }

  restore(description: string | null): void {
    this.steps = this.steps.with(-1, { ...this.steps.at(-1)!, description_md: description });
    this.changed();
  }

  became(label: string, description: string, ms: number): void {
    const step = { ...this.steps.at(-1)!, label, description_md: description, right_text: duration(ms) };
    this.steps = this.steps.with(-1, step);
    this.changed();
  }

  ran(result: string, ms: number, failed: boolean, page?: number): void {
    const right_text = duration(ms);
    const shown = result.slice(0, MAX_SHOWN_RESULT_LENGTH).toWellFormed();
    const came = { right_text, result: shown, failed, ...(page !== undefined && { canvas_page_id: page }) };
    this.steps = this.steps.with(-1, { ...this.steps.at(-1)!, ...came });
    this.changed();
  }

  asks(question: Approval | undefined): void {
    this.approvals = question ? [question] : [];
    this.changed();
  }

  wonders(question: questions.OpenQuestion | undefined): void {
    this.questions = question ? [question] : [];
    this.changed();
  }

  plans(plan: StoredPlan | null): void {
    if (plan === this.plan) return;
    this.plan = plan;
    this.changed();
  }

  pauses(isAsked: boolean): void {
    if (this.isPauseAsked === isAsked) return;
    this.isPauseAsked = isAsked;
    this.changed();
  }

  end(ending: RunEnd): void {
    this.ending = ending;
    this.changed();
  }

  mirror(state: Pick<LiveRun, "text" | "steps" | Mirrored>): void {
    Object.assign(this, state);
    this.changed();
  }

  /** Marks the run as lost: it was paused, or the worker that writes it has stopped. */
  lose(): void {
    this.isLost = true;
    this.changed();
  }

  /** Aborts the model call. "void" discards the reply, "stopped" keeps its text so far. */
  stop(reason: "stopped" | "void"): void {
    this.stopping.abort(reason);
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  takeUnstored(): { taskId: string; idx: number; text: string }[] {
    const chunks = [];
    for (const text of cutText(this.text.slice(this.stored))) {
      this.stored += text.length;
      chunks.push({ taskId: this.id, idx: this.startIdx + this.stored, text });
    }
    return chunks;
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}

const duration = (ms: number): string => (ms < 950 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

const runs = createOnce(() => new Map<string, LiveRun>());

export const findLiveRun = (taskId: string): LiveRun | undefined => runs().get(taskId);
export const listLiveRuns = (): LiveRun[] => [...runs().values()];

const waiters = createOnce(() => new Map<string, Set<() => void>>());

export function watchRun(taskId: string, wake: () => void): () => void {
  const set = waiters().get(taskId) ?? new Set();
  set.add(wake);
  waiters().set(taskId, set);
  return () => {
    set.delete(wake);
    if (set.size === 0) waiters().delete(taskId);
  };
}

export function wakeReaders(taskId: string): void {
  for (const wake of waiters().get(taskId) ?? []) wake();
}

const hearReaders = createOnce(() =>
  stream
    .listenToReaders((taskId) => {
      const read = runs().get(taskId);
      if (!read || read.isReadElsewhere) return;
      read.isReadElsewhere = true;
      void flushChunks();
    })
    .catch((error) => log.warn({ err: error }, "readers in other processes cannot be heard")),
);

export function registerRun(run: LiveRun): void {
  runs().set(run.id, run);
  wakeReaders(run.id);
  heart().start();
  void hearReaders();
}

/** Unregisters a run. Readers that hold it still receive its ending. */
export const finish = (run: LiveRun): void => {
  runs().delete(run.id);
};

const flusher = createOnce(() => {
  const touched = new Set<LiveRun>();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let writing: Promise<void> = Promise.resolve();
  const write = () => {
    clearTimeout(timer);
    dueAt = Number.POSITIVE_INFINITY;
    const chunks = [...touched].flatMap((run) => run.takeUnstored());
    touched.clear();
    if (chunks.length === 0) return writing;
    writing = writing
      .then(() => stream.insertChunks(chunks))
      .then(
        () => undefined,
        // Losing chunks only prevents resuming the stream; the reply itself is stored at its end.
        (error) => log.error({ err: error }, "chunks of a reply could not be stored"),
      );
    return writing;
  };
  return {
    touch(run: LiveRun) {
      if (touched.has(run)) return;
      touched.add(run);
      const wait = run.isReadElsewhere ? STORE_INTERVAL_FOR_READERS_MS : STORE_INTERVAL_MS;
      const due = performance.now() + wait;
      if (due >= dueAt) return;
      clearTimeout(timer);
      dueAt = due;
      timer = setTimeout(write, wait);
    },
    flush: write,
  };
});

export const flushChunks = (): Promise<void> => flusher().flush();

// Sends heartbeats for all runs of this process, and receives requests to stop or pause them.
const heart = createOnce(() => {
  let timer: NodeJS.Timeout | undefined;
  const beat = async () => {
    const ids = [...runs().keys()];
    if (ids.length === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    try {
      const alive = await claims.updateHeartbeats({ ids });
      for (const id of ids) {
        const task = alive.find((row) => row.id === id);
        const run = runs().get(id);
        if (!task) run?.stop("void");
        else if (task.isStopAsked) run?.stop("stopped");
        if (!task || !run) continue;
        run.pauses(task.isPauseAsked);
        run.hasDirections ||= task.hasDirections;
      }
    } catch (error) {
      log.warn({ err: error }, "the heartbeat of running replies failed");
    }
  };
  return {
    start() {
      timer ??= setInterval(() => void beat(), HEARTBEAT_INTERVAL_MS);
      timer.unref();
    },
  };
});
