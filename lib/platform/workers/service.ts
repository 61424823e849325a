import cluster from "node:cluster";
import { randomUUID } from "node:crypto";
import { createOnce } from "@/lib/platform/once";
import { SERVING, type WorkerMessage } from "./message";

/** Messaging between the processes that share a port (`WORKERS`, `scripts/workers.ts`). */

type TopicListener = (data: unknown, from: number) => void;
const listeners = createOnce(() => {
  const byTopic = new Map<string, TopicListener>();
  process.on("message", ({ topic, data, from }: WorkerMessage) => byTopic.get(topic)?.(data, from!));
  return byTopic;
});

export const getWorkerNumber = (): number | undefined => cluster.worker?.id;

/** Publishes to worker `to`, or to all other workers without it. Does nothing with a single process. */
export function publish(topic: string, data: unknown, to?: number): void {
  if (cluster.isWorker && process.connected) process.send!({ topic, data, to } satisfies WorkerMessage);
}

export const publishServing = (): void => publish(SERVING, null);

export function subscribe<T>(topic: string, listener: (data: T, from: number) => void): void {
  if (cluster.isWorker) listeners().set(topic, listener as TopicListener);
}

export const onWorkerGone = (listener: (worker: number) => void): void =>
  subscribe<null>("gone", (_, from) => listener(from));

export const answerRequests = (topic: string, answer: () => unknown): void =>
  subscribe<string>(`${topic}?`, (question, from) => publish(`${topic}!${question}`, answer(), from));

/**
 * Requests answers from all other workers and waits for at most `patience` milliseconds.
 * @param most expected number of answers
 */
export function requestFromOthers<T>(topic: string, most: number, patience: number): Promise<T[]> {
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
    subscribe<T>(`${topic}!${question}`, (answer) => {
      if (answers.push(answer) === most) end();
    });
    publish(`${topic}?`, question);
  });
}
