import type { Api, RefusedCall } from "./api";
import { followEvents } from "./events";
import type { log } from "./log";

type ReplyOptions = {
  api: () => Api;
  messages: ReturnType<typeof log>;
  setBusy: (isBusy: boolean) => void;
  /** Reads the messages after a reply has ended; the returned function shows them. */
  ended: () => Promise<() => void>;
  lost: (refusal: RefusedCall) => void;
};

export function createRunningReplies({ api, messages, setBusy, ended, lost }: ReplyOptions) {
  const runs = new Map<string, { question: number; forget: () => void }>();

  function run(task: string, question: number): void {
    if (runs.has(task)) return;
    const over = new AbortController();
    const reply = messages.running(question);
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
      // Removes the streaming reply and shows the message in one task, so that the reply never appears twice.
      reply.remove();
      show();
    };
    const forget = () => {
      leave();
      reply.remove();
    };
    runs.set(task, { question, forget });
    setBusy(true);
    void followEvents(
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
    isWriting: (question: number) => [...runs.values()].some((each) => each.question === question),
    stopAll: () => Promise.all([...runs.keys()].map((task) => api().stop(task))),
    /** Removes all streaming replies from the page. The runs continue on the server. */
    forget: () => {
      for (const { forget } of [...runs.values()]) forget();
    },
  };
}
