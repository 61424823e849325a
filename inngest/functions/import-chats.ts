import type { Inngest } from "inngest";
import { fail, importSome } from "@/lib/chat/imports/service";

/** Inngest limits a run to 1,000 steps, of some seconds each; another run continues. */
const MAX_STEPS = 900;

export const chatsImport = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "import-chats",
      retries: 3,
      concurrency: [{ limit: 2 }, { limit: 1, key: "event.data.group_id" }],
      triggers: [{ event: "import.requested" }],
    },
    async ({ event, step }) => {
      const id = event.data.import_id;
      try {
        for (let n = 1; n <= MAX_STEPS; n++)
          if (!(await step.run(`import ${n}`, () => importSome(id)))) return;
        await step.sendEvent("go on", { name: "import.requested", data: event.data });
      } catch {
        // The step has exhausted its retries.
        await step.run("fail", () => fail(id));
      }
    },
  );
