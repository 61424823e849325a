import type { Inngest } from "inngest";
import { recordings } from "@/lib/conversation/voice/service";

export const transcribeVoice = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "transcribe-voice",
      retries: 2,
      concurrency: { limit: 3, key: "event.data.group_id" },
      triggers: [{ event: "voice.requested" }],
    },
    async ({ event, step }) => {
      const id = event.data.recording_id;
      try {
        const parts = await step.run("count parts", () => recordings.countParts(id));
        for (let n = 1; n <= parts; n++)
          if (!(await step.run(`hear ${n}`, () => recordings.hearPart(id, n)))) return;
        await step.run("send", () => recordings.finish(id));
      } catch {
        // The step has exhausted its retries.
        await step.run("fail", () => recordings.fail(id));
      }
    },
  );
