import type { Inngest } from "inngest";
import { fail, importSome } from "@/lib/chat/imports/service";

/** Each takes some seconds. Inngest allows a run a thousand; another goes on. */
const MAX_STEPS = 900;

/** Imports chats from another product, some with each step. */
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
        // A step has failed for good.
        await step.run("fail", () => fail(id));
      }
    },
  );
