import type { Api, Refusal } from "./api";
import { follow } from "./events";
import type { log } from "./log";

type Given = {
  api: () => Api;
  messages: ReturnType<typeof log>;
  setBusy: (isBusy: boolean) => void;
  /** A reply is over: reads what it has become, and answers what shows that. */
  ended: () => Promise<() => void>;
  lost: (refusal: Refusal) => void;
};

/** The replies that are being written. */
export function runningReplies({ api, messages, setBusy, ended, lost }: Given) {
  const runs = new Map<string, () => void>();

  /** Shows a reply while it is written. */
  function run(task: string): void {
    if (runs.has(task)) return;
    const over = new AbortController();
    const reply = messages.running();
    let text = "";
    let position = 0;
    const leave = () => {
      over.abort();
      runs.delete(task);
      setBusy(runs.size > 0);
    };
    const finish = async () => {
      if (over.signal.aborted) return;
      over.abort();
      const show = await ended();
      if (!runs.has(task)) return;
      leave();
      // At once: the reply is never there twice.
      reply.remove();
      show();
    };
    runs.set(task, () => {
      leave();
      reply.remove();
    });
    setBusy(true);
    void follow(
      api(),
      () => `/streaming/${task}${position ? `?chunk_idx=${position}` : ""}`,
      ({ event, data, id }) => {
        const given = data as { text?: string };
        if (event === "restart") text = "";
        if (event === "text") text += given.text ?? "";
        if (event === "text" || event === "restart") reply.show(text);
        position = id ?? position;
        if (event === "done" || event === "error") void finish();
      },
      {
        over: over.signal,
        lost: (refusal) => (refusal.status === 404 ? void finish() : lost(refusal)),
      },
    );
  }

  return {
    run,
    isOne: () => runs.size > 0,
    stopAll: () => Promise.all([...runs.keys()].map((task) => api().stop(task))),
    /** Shows none of them any more; they go on unseen. */
    forget: () => {
      for (const leave of [...runs.values()]) leave();
    },
  };
}
