import cluster, { type Worker } from "node:cluster";
import { SERVING, type WorkerMessage } from "./message";

export function relayBetweenWorkers(): void {
  cluster.on("message", ({ id }, message: WorkerMessage) => carry({ ...message, from: id }));
  cluster.on("exit", ({ id }) => carry({ topic: "gone", data: null, from: id }));
}

function carry(message: WorkerMessage & { from: number }): void {
  for (const worker of Object.values(cluster.workers ?? {})) {
    if (!worker?.isConnected() || worker.id === message.from) continue;
    if (message.to === undefined || message.to === worker.id) worker.send(message);
  }
}

export function onServing(worker: Worker, then: () => void): void {
  const listener = ({ topic }: WorkerMessage) => {
    if (topic !== SERVING) return;
    worker.off("message", listener);
    then();
  };
  worker.on("message", listener);
}
