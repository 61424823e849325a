import { ApiError, buildPath, call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { repliesApi } from "@/lib/replies/runs/operations";

type StreamState = AnswerOf<typeof repliesApi.readStream>;
export type RunState = Pick<
  StreamState,
  "text" | "status" | "finished" | "message_ids" | "reasoning_steps" | "error" | "approvals" | "questions"
> & {
  plan: NonNullable<StreamState["plan"]> | null;
  pause: NonNullable<StreamState["pause"]> | null;
  /** The connection is being reopened; the run continues on the server. */
  isReconnecting: boolean;
  /** The server no longer knows the run; its messages hold the outcome. */
  isGone: boolean;
};

// A connection that was silent for longer is reopened when the page wakes up.
const MAX_SILENCE_MS = 20_000;
const FIRST_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 10_000;
const RECONNECTING_NOTICE_DELAY_MS = 2000;

const BEGINNING: RunState = {
  text: "",
  status: "queued",
  finished: false,
  message_ids: [],
  reasoning_steps: [],
  error: null,
  approvals: [],
  questions: [],
  plan: null,
  pause: null,
  isReconnecting: false,
  isGone: false,
};

const WAKINGS = (): [EventTarget, string][] => [
  [document, "visibilitychange"],
  [window, "pageshow"],
  [window, "online"],
];

/**
 * Subscribes to a run's event stream until the run ends. Reconnects after a lost connection, a sleeping page or a
 * server restart, and resumes from the last position so that no text is duplicated. Returns a function that ends the
 * subscription.
 */
export function followRun(id: string, show: (state: RunState) => void): () => void {
  const subscription = new RunSubscription(id, show);
  subscription.begin();
  return () => subscription.stop();
}

class RunSubscription {
  private state = BEGINNING;
  private position = 0;
  private source: EventSource | undefined;
  private heardAt = Date.now();
  private wait = FIRST_RETRY_DELAY_MS;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private slow: ReturnType<typeof setTimeout> | undefined;
  private isOver = false;

  constructor(
    private readonly id: string,
    private readonly show: (state: RunState) => void,
  ) {}

  begin(): void {
    for (const [target, name] of WAKINGS()) target.addEventListener(name, this.wakeUp);
    this.open();
  }

  stop(): void {
    this.isOver = true;
    this.source?.close();
    clearTimeout(this.retry);
    clearTimeout(this.slow);
    for (const [target, name] of WAKINGS()) target.removeEventListener(name, this.wakeUp);
  }

  private change(to: Partial<RunState>): void {
    this.state = { ...this.state, ...to };
    if (!this.isOver) this.show(this.state);
  }

  private finish(to: Partial<RunState>): void {
    this.change({ ...to, finished: true, isReconnecting: false });
    this.stop();
  }

  private hear(): void {
    this.heardAt = Date.now();
    this.wait = FIRST_RETRY_DELAY_MS;
    clearTimeout(this.slow);
    this.slow = undefined;
    if (this.state.isReconnecting) this.change({ isReconnecting: false });
  }

  private open(): void {
    this.source?.close();
    clearTimeout(this.retry);
    const query = this.position > 0 ? { chunk_idx: this.position } : {};
    const source = new EventSource(
      buildPath(repliesApi.readStream, { params: { streaming_task_id: this.id }, query }),
    );
    this.source = source;
    source.onopen = () => {
      this.hear();
      const { approvals, questions } = this.state;
      // The server sends open approvals and questions again; those answered meanwhile are dropped.
      if (approvals.length + questions.length > 0) this.change({ approvals: [], questions: [] });
    };
    this.listen(source);
    source.addEventListener("error", (event) => {
      if (this.source !== source || "data" in event) return;
      this.slow ??= setTimeout(() => this.change({ isReconnecting: true }), RECONNECTING_NOTICE_DELAY_MS);
      if (source.readyState === EventSource.CLOSED) this.retryLater();
    });
  }

  private listen(source: EventSource): void {
    const on = <T>(name: string, listener: (data: T) => void) =>
      source.addEventListener(name, (event) => {
        // A failed connection also fires an "error" event, but without data.
        if (this.source !== source || !("data" in event)) return;
        this.hear();
        listener(JSON.parse((event as MessageEvent<string>).data) as T);
      });
    on<{ text: string; chunk_idx: number }>("text", ({ text, chunk_idx }) => {
      if (chunk_idx <= this.position) return;
      this.position = chunk_idx;
      this.change({ text: this.state.text + text, status: "running" });
    });
    on<StreamState["reasoning_steps"][number]>("reasoning_step", (step) => {
      const others = this.state.reasoning_steps.filter(({ order }) => order !== step.order);
      this.change({ reasoning_steps: [...others, step].sort((a, b) => (a.order ?? 0) - (b.order ?? 0)) });
    });
    on<StreamState["approvals"]>("approvals", (approvals) => this.change({ approvals }));
    on<StreamState["questions"]>("questions", (questions) => this.change({ questions }));
    on<RunState["plan"]>("plan", (plan) => this.change({ plan }));
    on<RunState["pause"]>("pause", (pause) => this.change({ pause }));
    on<{ chunk_idx: number }>("restart", ({ chunk_idx }) => {
      this.position = chunk_idx;
      this.change({ text: "", reasoning_steps: [] });
    });
    on<StreamState>("done", ({ text, status, message_ids, reasoning_steps, error }) =>
      this.finish({
        text,
        status,
        message_ids,
        reasoning_steps,
        error,
        approvals: [],
        questions: [],
        pause: null,
      }),
    );
  }

  private retryLater(): void {
    this.retry = setTimeout(() => void this.reopen(), this.wait);
    this.wait = Math.min(this.wait * 2, MAX_RETRY_DELAY_MS);
  }

  // Reads the reason why the server refused the connection before opening another one.
  private async reopen(): Promise<void> {
    try {
      await call(repliesApi.readStream, {
        params: { streaming_task_id: this.id },
        query: { chunk_idx: this.position },
      });
    } catch (error) {
      if (this.isOver) return;
      if (error instanceof ApiError && [401, 403, 404].includes(error.status))
        return this.finish({ isGone: true });
      return this.retryLater();
    }
    if (!this.isOver) this.open();
  }

  private readonly wakeUp = () => {
    if (document.visibilityState === "hidden") return;
    if (this.source?.readyState !== EventSource.OPEN || Date.now() - this.heardAt > MAX_SILENCE_MS)
      this.open();
  };
}
