import { createOnce } from "@/lib/platform/once";
import { onWorkerGone, publish, subscribe } from "@/lib/platform/workers/service";
import { findLiveRun, LiveRun, type Mirrored, wakeReaders } from "./live-runs";

// Relays runs between workers of this machine by messages, which arrive within milliseconds. Readers on other machines
// poll the database instead.
const WANTED = "run.wanted";
const WRITTEN = "run.written";

// Milliseconds in which the output of several runs is batched into one message.
const BATCH_WINDOW_MS = 5;

type RelayedPiece = Pick<LiveRun, "id" | "chatId" | "userMessageId" | "startIdx" | "text"> &
  Partial<Pick<LiveRun, "steps">> &
  Pick<LiveRun, Mirrored | "isLost"> & {
    /** Offset of `text` in the text of the run. */
    at: number;
  };

const mirrors = createOnce(() => new Map<string, { run: LiveRun; writer: number }>());

export const findRelayedRun = (taskId: string): LiveRun | undefined => mirrors().get(taskId)?.run;

const hearRuns = createOnce(() => {
  subscribe<RelayedPiece[]>(WRITTEN, (pieces, writer) => {
    for (const piece of pieces) take(piece, writer);
  });
  onWorkerGone((writer) => {
    for (const [id, mirror] of mirrors()) if (mirror.writer === writer) drop(id, mirror.run);
  });
});

export function askForRun(taskId: string): void {
  hearRuns();
  publish(WANTED, taskId);
}

function take({ at, text, steps, ending, isLost, ...piece }: RelayedPiece, writer: number): void {
  let run = mirrors().get(piece.id)?.run;
  if (isLost) {
    if (run) drop(piece.id, run);
    return;
  }
  if (!run) {
    if (at > 0) return;
    run = new LiveRun(piece.id, piece.chatId, piece.userMessageId, piece.startIdx, false);
    mirrors().set(piece.id, { run, writer });
    wakeReaders(piece.id);
  }
  run.mirror({ ...piece, text: run.text.slice(0, at) + text, steps: steps ?? run.steps, ending });
  if (ending) mirrors().delete(piece.id);
}

function drop(id: string, run: LiveRun): void {
  mirrors().delete(id);
  run.lose();
}

/** Answers other workers' requests for runs of this worker. Must be called before the first run starts. */
export const serveRunRelays = createOnce(() => {
  subscribe<string>(WANTED, (taskId, reader) => {
    const run = findLiveRun(taskId);
    if (run) outbox().open(run, reader);
  });
});

const outbox = createOnce(() => {
  const sent = new Map<
    number,
    Map<LiveRun, { startIdx: number; length: number; steps: LiveRun["steps"] | undefined }>
  >();
  const changed = new Map<number, Set<LiveRun>>();
  let isDue = false;

  const send = () => {
    isDue = false;
    for (const [reader, runs] of changed)
      publish(
        WRITTEN,
        [...runs].map((run) => pieceFor(reader, run)),
        reader,
      );
    changed.clear();
  };
  const pieceFor = (reader: number, run: LiveRun): RelayedPiece => {
    const known = sent.get(reader)!.get(run)!;
    const { id, chatId, userMessageId, startIdx, messageIds, approvals, questions, ending, steps } = run;
    const { plan, isPauseAsked, isLost } = run;
    // The run has restarted its text, so all of it is sent again.
    if (startIdx !== known.startIdx) known.length = 0;
    known.startIdx = startIdx;
    const piece = {
      id,
      chatId,
      userMessageId,
      startIdx,
      messageIds,
      plan,
      isPauseAsked,
      isLost,
      approvals,
      questions,
      ending,
      at: known.length,
    };
    if (ending || isLost) sent.get(reader)!.delete(run);
    const text = run.text.slice(known.length);
    known.length = run.text.length;
    if (steps === known.steps) return { ...piece, text };
    known.steps = steps;
    return { ...piece, text, steps };
  };
  const note = (run: LiveRun, reader: number) => {
    changed.set(reader, (changed.get(reader) ?? new Set()).add(run));
    if (!isDue) setTimeout(send, BATCH_WINDOW_MS);
    isDue = true;
  };
  return {
    open(run: LiveRun, reader: number) {
      const runs = sent.get(reader) ?? new Map();
      sent.set(reader, runs);
      if (!runs.has(run)) {
        const unlisten = run.listen(() => {
          note(run, reader);
          if (run.ending || run.isLost) unlisten();
        });
      }
      // The requester has no state of the run or has lost it, so the whole state is sent.
      runs.set(run, { startIdx: run.startIdx, length: 0, steps: undefined });
      note(run, reader);
    },
  };
});
