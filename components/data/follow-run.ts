import { ApiError, buildPath, call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { repliesApi } from "@/lib/conversation/replies/contract";

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

// A connection that was silent for this many milliseconds is reopened when the page wakes up.
const SILENT_FOR = 20_000;
const MAX_RETRY_DELAY_MS = 10_000;
const SHOW_RECONNECTING_AFTER = 2000;

/**
 * Subscribes to a run's event stream until the run ends. Reconnects after a lost connection, a sleeping page or a
 * server restart, and resumes from the last position so that no text is duplicated. Returns a function that ends the
 * subscription.
 */
export function followRun(id: string, show: (state: RunState) => void): () => void {
  let state: RunState = {
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
  let position = 0;
  let source: EventSource | undefined;
  let heardAt = Date.now();
  let wait = 500;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let slow: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const change = (to: Partial<RunState>) => {
    state = { ...state, ...to };
    if (!isOver) show(state);
  };
  const heard = () => {
    heardAt = Date.now();
    wait = 500;
    clearTimeout(slow);
    slow = undefined;
    if (state.isReconnecting) change({ isReconnecting: false });
  };
  const finish = (to: Partial<RunState>) => {
    change({ ...to, finished: true, isReconnecting: false });
    stop();
  };
  const lost = () => {
    slow ??= setTimeout(() => change({ isReconnecting: true }), SHOW_RECONNECTING_AFTER);
  };

  function open(): void {
    source?.close();
    clearTimeout(retry);
    const query = position > 0 ? { chunk_idx: position } : {};
    const path = buildPath(repliesApi.readStream, { params: { streaming_task_id: id }, query });
    const mine = new EventSource(path);
    source = mine;
    const on = <T>(name: string, listener: (data: T) => void) =>
      mine.addEventListener(name, (event) => {
        // A failed connection also fires an "error" event, but without data.
        if (source !== mine || !("data" in event)) return;
        heard();
        listener(JSON.parse((event as MessageEvent<string>).data) as T);
      });
    mine.onopen = () => {
      heard();
      // The server sends open approvals and questions again; those answered meanwhile are dropped.
      if (state.approvals.length + state.questions.length > 0) change({ approvals: [], questions: [] });
    };
    on<{ text: string; chunk_idx: number }>("text", (data) => {
      if (data.chunk_idx <= position) return;
      position = data.chunk_idx;
      change({ text: state.text + data.text, status: "running" });
    });
    on<StreamState["reasoning_steps"][number]>("reasoning_step", (step) => {
      const others = state.reasoning_steps.filter(({ order }) => order !== step.order);
      change({ reasoning_steps: [...others, step].sort((a, b) => (a.order ?? 0) - (b.order ?? 0)) });
    });
    on<StreamState["approvals"]>("approvals", (approvals) => change({ approvals }));
    on<StreamState["questions"]>("questions", (questions) => change({ questions }));
    on<RunState["plan"]>("plan", (plan) => change({ plan }));
    on<RunState["pause"]>("pause", (pause) => change({ pause }));
    on<{ chunk_idx: number }>("restart", ({ chunk_idx }) => {
      position = chunk_idx;
      change({ text: "", reasoning_steps: [] });
    });
    on<StreamState>("done", ({ text, status, message_ids, reasoning_steps, error }) =>
      finish({
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
    mine.addEventListener("error", (event) => {
      if (source !== mine || "data" in event) return;
      lost();
      if (mine.readyState === EventSource.CLOSED) retry = setTimeout(() => void again(), nextWait());
    });
  }

  const nextWait = () => {
    const now = wait;
    wait = Math.min(wait * 2, MAX_RETRY_DELAY_MS);
    return now;
  };

  // Reads the reason why the server refused the connection before opening another one.
  async function again(): Promise<void> {
    try {
      await call(repliesApi.readStream, {
        params: { streaming_task_id: id },
        query: { chunk_idx: position },
      });
    } catch (error) {
      if (isOver) return;
      if (error instanceof ApiError && [401, 403, 404].includes(error.status))
        return finish({ isGone: true });
      retry = setTimeout(() => void again(), nextWait());
      return;
    }
    if (!isOver) open();
  }

  const wakeUp = () => {
    if (document.visibilityState === "hidden") return;
    if (source?.readyState !== EventSource.OPEN || Date.now() - heardAt > SILENT_FOR) open();
  };
  const wakings: [EventTarget, string][] = [
    [document, "visibilitychange"],
    [window, "pageshow"],
    [window, "online"],
  ];

  function stop(): void {
    isOver = true;
    source?.close();
    clearTimeout(retry);
    clearTimeout(slow);
    for (const [target, name] of wakings) target.removeEventListener(name, wakeUp);
  }

  for (const [target, name] of wakings) target.addEventListener(name, wakeUp);
  open();
  return stop;
}
