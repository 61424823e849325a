// Placeholder until the engine lands.
const queue: string[] = ((globalThis as { q?: string[] }).q ??= []);
export const emit = async (_name: string, data: { streaming_task_id: string }): Promise<void> => {
  queue.push(data.streaming_task_id);
};
export const wake = (): void => {
  for (let id = queue.shift(); id; id = queue.shift()) {
    const task = id;
    setTimeout(() => void import("@/lib/replies/service").then((replies) => replies.run(task)), 2);
  }
};
