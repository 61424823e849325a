import type { Inngest } from "inngest";
import { updateSome } from "@/lib/automation/tasks/service";

/** Steps of a run at most: far more chats than a group has. */
const MAX_STEPS = 900;

/** Brings somebody's chats up to the latest version of their task, some with each step. */
export const taskChats = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "task-chats",
      retries: 3,
      concurrency: { limit: 1, key: "event.data.run_id" },
      triggers: [{ event: "task.chats-outdated" }],
    },
    async ({ event, step }) => {
      for (let n = 1; n <= MAX_STEPS; n++)
        if (!(await step.run(`update ${n}`, () => updateSome(event.data.run_id)))) return;
    },
  );
