import { updateSome } from "@/lib/automation/tasks/service";
import { defineFunction } from "../background-function";

const MAX_STEPS = 900;

export const taskChats = defineFunction({
  id: "task-chats",
  retries: 3,
  concurrency: { perKey: { limit: 1, field: "run_id" } },
  events: ["task.chats-outdated"],
  run: async ({ event, step }) => {
    for (let n = 1; n <= MAX_STEPS; n++)
      if (!(await step.run(`update ${n}`, () => updateSome(event.data.run_id)))) return;
  },
});
