import cluster from "node:cluster";
import { randomUUID } from "node:crypto";
import { single } from "@/lib/platform/singleton";
import { type Message, SERVING } from "./message";

/** The processes that share a port (`WORKERS`, `scripts/workers.ts`), as they talk to each other. */

type Listener = (data: unknown, from: number) => void;
const listeners = () =>
  single("worker-listeners", () => {
    const byTopic = new Map<string, Listener>();
    process.on("message", ({ topic, data, from }: Message) => byTopic.get(topic)?.(data, from!));
    return byTopic;
  });

/** The number of this process among those that share its port; undefined when it is alone. */
export const workerNumber = (): number | undefined => cluster.worker?.id;

/** Says something to another worker, or to all others. Nothing where there are none. */
export function say(topic: string, data: unknown, to?: number): void {
  if (cluster.isWorker && process.connected) process.send!({ topic, data, to } satisfies Message);
}

/** Tells the process that looks after this one that it takes connections. */
export const tellServing = (): void => say(SERVING, null);

/** Has `listener` hear what other workers say about a topic: one for each. */
export function hear<T>(topic: string, listener: (data: T, from: number) => void): void {
  if (cluster.isWorker) listeners().set(topic, listener as Listener);
}

/** Has `listener` hear when another worker has ended. */
export const onWorkerGone = (listener: (worker: number) => void): void =>
  hear<null>("gone", (_, from) => listener(from));

/** Answers with `answer` when another worker asks about a topic. */
export const answerOthers = (topic: string, answer: () => unknown): void =>
  hear<string>(`${topic}?`, (question, from) => say(`${topic}!${question}`, answer(), from));

/** What other workers answer about a topic within `patience`; nothing where there are none. @param most How many there are */
export function askOthers<T>(topic: string, most: number, patience: number): Promise<T[]> {
  const answers: T[] = [];
  if (!cluster.isWorker || most < 1) return Promise.resolve(answers);
  const question = randomUUID();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(late);
      listeners().delete(`${topic}!${question}`);
      resolve(answers);
    };
    const late = setTimeout(end, patience);
    hear<T>(`${topic}!${question}`, (answer) => {
      if (answers.push(answer) === most) end();
    });
    say(`${topic}?`, question);
  });
}
