import { Worker } from "node:worker_threads";
import { ClientMessages } from "./postgres-messages";

/** Moment right before a write to the embedded database, or right after it and before the process learns of it. */
export type KillPoint = {
  /** Tables that are written. */
  name: string;
  when: "before" | "after";
  /** Position among points with the same name and `when`, counted from 1. */
  nth: number;
};

const WRITES = /(?<!for )(?<!for no key )\b(insert into|update|delete from) "?(?!skip|set|nowait|of)(\w+)/g;
const listWrites = (statement: string): string[] =>
  [...statement.toLowerCase().matchAll(WRITES)].map(([, verb, table]) => `${verb!.split(" ")[0]} ${table}`);

/** Intercepts writes to the embedded database; must be called before it is opened. */
export function watchStores() {
  const state: { points: KillPoint[]; last?: KillPoint } = { points: [] };
  const reach = (name: string, when: KillPoint["when"]) => {
    const nth = state.points.filter((point) => point.name === name && point.when === when).length + 1;
    state.points.push({ name, when, nth });
    const { last } = state;
    // Like a crash: nothing after this line runs in this process.
    if (last?.name === name && last.when === when && last.nth === nth) process.kill(process.pid, "SIGKILL");
  };
  const watched = new WeakMap<Worker, (bytes: Uint8Array) => void>();
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, message, ...more) {
    if (message instanceof Uint8Array) {
      if (!watched.has(this)) watched.set(this, watch(this, reach));
      watched.get(this)!(message);
    }
    return post.call(this, message, ...(more as []));
  };
  return {
    /** Clears the recorded points; the process is killed at `last`. */
    begin: (last?: KillPoint) => Object.assign(state, { points: [], last }),
    points: () => state.points,
  };
}

/** Reports each write to the database thread, and its completion: the thread answers each message once. */
function watch(worker: Worker, reach: (name: string, when: KillPoint["when"]) => void) {
  const messages = new ClientMessages();
  const sent: string[][] = [];
  let transaction: string[] | undefined;
  worker.prependListener("message", (answer) => {
    if (answer instanceof Uint8Array) for (const name of sent.shift() ?? []) reach(name, "after");
  });
  return (bytes: Uint8Array) => {
    const stored: string[] = [];
    for (const { text } of messages.read(bytes)) {
      if (text === undefined) continue;
      if (/^(begin|start transaction)/i.test(text)) transaction = [];
      else if (/^rollback(?! to)/i.test(text)) transaction = undefined;
      else if (/^commit/i.test(text)) {
        if (transaction?.length) stored.push([...new Set(transaction)].join(", "));
        transaction = undefined;
      } else {
        const writes = listWrites(text);
        if (transaction) transaction.push(...writes);
        else if (writes.length > 0) stored.push(writes.join(", "));
      }
    }
    sent.push(stored);
    for (const name of stored) reach(name, "before");
  };
}
