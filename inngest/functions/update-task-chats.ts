import type { Inngest } from "inngest";
import { updateSome } from "@/lib/automation/tasks/service";

const MAX_STEPS = 900;

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
