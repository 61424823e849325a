import type { StepKind, StoredPlan, StoredStep } from "@/db/schema/messages";
import type { Approval, questions } from "@/lib/chat/approvals/service";
import { log } from "@/lib/platform/log";
import { single } from "@/lib/platform/singleton";
import { cutText } from "./cut-text";
import * as claims from "./queries/claims";
import * as stream from "./queries/stream";

/**
 * Longest time that a piece of text waits to be stored: for a crash alone, or for readers in another process, who see it
 * no sooner. And how often a run says that it is alive. In ms.
 */
const STORE_EVERY = 250;
const STORE_EVERY_FOR_READERS = 50;
const HEARTBEAT_EVERY = 1000;

/** Of what came of a tool readers see so many characters. */
const LONGEST_SHOWN = 4000;

export type Ending = { status: "completed" | "failed" | "cancelled"; error: string | null };

/** What of a run goes as it is to readers in other workers. */
export type Mirrored = "messageIds" | "plan" | "isPauseAsked" | "approvals" | "questions" | "ending";

/**
 * A run of replies in this process: one buffer that its readers share. Text is
 * counted in UTF-16 units over all attempts (`startIdx` is where this attempt
 * began), so a position is exact however the text was cut into chunks.
 */
export class LiveRun {
  text = "";
  steps: StoredStep[] = [];
  messageIds: number[] = [];
  /** What it means to do, step by step. */
  plan: StoredPlan | null = null;
  /** It is to pause behind the round that it is in. */
  isPauseAsked = false;
  /** Somebody has said something to it that it has not been told. */
  hasDirections = false;
  /** What it waits to be allowed. */
  approvals: Approval[] = [];
  /** What MCP servers ask meanwhile. */
  questions: questions.Question[] = [];
  /** The tools that were not allowed: they are not asked for again. */
  readonly refused = new Set<string>();
  ending: Ending | undefined;
  /** Somebody reads it in another process. */
  isReadElsewhere = false;
  /** What is written of it is to be looked for anew. */
  isLost = false;
  readonly stopping = new AbortController();
  private stored = 0;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly id: string,
    readonly chatId: number,
    readonly userMessageId: number,
    public startIdx: number,
    /** Its chunks are stored, so that readers elsewhere and later can follow. */
    private readonly isFollowed: boolean,
  ) {}

  /** The position behind the last character. */
  get idx(): number {
    return this.startIdx + this.text.length;
  }

  /** Adds what the model said (`lib/ai/models` has made it fit to be stored). */
  append(text: string): void {
    this.text += text;
    this.changed();
    if (this.isFollowed) flusher().touch(this);
  }

  /** Takes back the text behind `length`. The text begins anew, behind every position that readers can have. */
  async restart(length: number): Promise<void> {
    const startIdx = this.idx + claims.UNSTORED;
    if (this.isFollowed) await stream.restart({ id: this.id, startIdx });
    this.startIdx = startIdx;
    this.text = this.text.slice(0, length);
    this.stored = 0;
    this.changed();
    if (this.isFollowed) flusher().touch(this);
  }

  /** @param ms How long it took, when it is over already */
  step(kind: StepKind, label: string, description: string | null = null, ms?: number): void {
    const created_at = new Date().toISOString();
    const took = ms === undefined ? {} : { right_text: duration(ms) };
    this.steps = [
      ...this.steps,
      { kind, label, description_md: description, order: this.steps.length, created_at, ...took },
    ];
    this.changed();
  }

  /** Says of the newest step what came of it. */
  describe(description: string): void {
    this.steps = this.steps.with(-1, { ...this.steps.at(-1)!, description_md: description.slice(0, 2000) });
    this.changed();
  }

  /** Says again of the newest step what it said before. */
  restore(description: string | null): void {
    this.steps = this.steps.with(-1, { ...this.steps.at(-1)!, description_md: description });
    this.changed();
  }

  /** Says that the newest step is over, what it was and how long it took. */
  became(label: string, description: string, ms: number): void {
    const step = { ...this.steps.at(-1)!, label, description_md: description, right_text: duration(ms) };
    this.steps = this.steps.with(-1, step);
    this.changed();
  }

  /** Says of the newest step, a tool that has run, what came of it. @param ms How long it took @param page Of the canvas, which it read or wrote */
  ran(result: string, ms: number, failed: boolean, page?: number): void {
    const right_text = duration(ms);
    const shown = result.slice(0, LONGEST_SHOWN).toWellFormed();
    const came = { right_text, result: shown, failed, ...(page !== undefined && { canvas_page_id: page }) };
    this.steps = this.steps.with(-1, { ...this.steps.at(-1)!, ...came });
    this.changed();
  }

  /** Says what it waits to be allowed, or that it waits no longer. */
  asks(question: Approval | undefined): void {
    this.approvals = question ? [question] : [];
    this.changed();
  }

  /** Says what a server asks, or that it waits no longer. */
  wonders(question: questions.Question | undefined): void {
    this.questions = question ? [question] : [];
    this.changed();
  }

  /** Shows what it means to do. */
  plans(plan: StoredPlan | null): void {
    if (plan === this.plan) return;
    this.plan = plan;
    this.changed();
  }

  /** Says whether it is to pause. */
  pauses(isAsked: boolean): void {
    if (this.isPauseAsked === isAsked) return;
    this.isPauseAsked = isAsked;
    this.changed();
  }

  end(ending: Ending): void {
    this.ending = ending;
    this.changed();
  }

  /** Becomes what the same run is in the worker that writes it. */
  mirror(state: Pick<LiveRun, "text" | "steps" | Mirrored>): void {
    Object.assign(this, state);
    this.changed();
  }

  /** Nothing comes of it any more: it was paused, or the worker that writes it has gone. */
  lose(): void {
    this.isLost = true;
    this.changed();
  }

  /** Stops the model call; `reason` says whether a person asked for it or the run is void. */
  stop(reason: "stopped" | "void"): void {
    this.stopping.abort(reason);
  }

  /** Calls `listener` at every change until the answer is called. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** What is not stored yet, as chunks; it counts as stored from now on. */
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

/** The runs of this process, by streaming task. */
const runs = () => single("live-runs", () => new Map<string, LiveRun>());

export const liveRun = (taskId: string): LiveRun | undefined => runs().get(taskId);
export const liveRuns = (): LiveRun[] => [...runs().values()];

/** Readers of this process that wait for a run: for its begin here, or for what another process writes. */
const waiters = () => single("stream-waiters", () => new Map<string, Set<() => void>>());

/** Calls `wake` when there may be something new of a run, until the answer is called. */
export function awaitRun(taskId: string, wake: () => void): () => void {
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

export function begin(run: LiveRun): void {
  runs().set(run.id, run);
  wakeReaders(run.id);
  heart().start();
  single("stream-readers", () => ({
    listening: stream
      .listenToReaders((taskId) => {
        const read = runs().get(taskId);
        if (read) read.isReadElsewhere = true;
      })
      .catch((error) => log.warn({ err: error }, "readers in other processes cannot be heard")),
  }));
}

/** Takes a run off the list; readers that hold it still see its ending. */
export const finish = (run: LiveRun): void => {
  runs().delete(run.id);
};

/** Writes the new text of all runs in one statement, at most every 50 ms. */
const flusher = () =>
  single("live-flusher", () => {
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
          // The reply itself is stored at the end: what is lost here is only the resumption of its stream.
          (error) => log.error({ err: error }, "chunks of a reply could not be stored"),
        );
      return writing;
    };
    return {
      touch(run: LiveRun) {
        if (touched.has(run)) return;
        touched.add(run);
        const wait = run.isReadElsewhere ? STORE_EVERY_FOR_READERS : STORE_EVERY;
        const due = performance.now() + wait;
        if (due >= dueAt) return;
        clearTimeout(timer);
        dueAt = due;
        timer = setTimeout(write, wait);
      },
      flush: write,
    };
  });

/** Stores what the runs of this process have written so far. */
export const flushChunks = (): Promise<void> => flusher().flush();

/** Says for all runs of this process that they are alive, and hears which of them are to stop. */
const heart = () =>
  single("live-heart", () => {
    let timer: NodeJS.Timeout | undefined;
    const beat = async () => {
      const ids = [...runs().keys()];
      if (ids.length === 0) {
        clearInterval(timer);
        timer = undefined;
        return;
      }
      try {
        const alive = await claims.beat({ ids });
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
        timer ??= setInterval(() => void beat(), HEARTBEAT_EVERY);
        timer.unref();
      },
    };
  });
