import { fail, importSome } from "@/lib/knowledge/imports/service";
import { defineFunction } from "../background-function";

// Inngest limits a run to 1,000 steps, so another run continues after this number. A step takes a few seconds.
const MAX_STEPS = 900;

export const chatsImport = defineFunction({
  id: "import-chats",
  retries: 3,
  concurrency: { total: 2, perKey: { limit: 1, field: "group_id" } },
  events: ["import.requested"],
  run: async ({ event, step }) => {
    const id = event.data.import_id;
    try {
      for (let n = 1; n <= MAX_STEPS; n++) if (!(await step.run(`import ${n}`, () => importSome(id)))) return;
      await step.sendEvent("go on", { name: "import.requested", data: event.data });
    } catch {
      // The step has exhausted its retries.
      await step.run("fail", () => fail(id));
    }
  },
});
