import { recordings } from "@/lib/replies/voice/service";
import { defineFunction } from "../background-function";

export const transcribeVoice = defineFunction({
  id: "transcribe-voice",
  retries: 2,
  concurrency: { perKey: { limit: 3, field: "group_id" } },
  events: ["voice.requested"],
  run: async ({ event, step }) => {
    const id = event.data.recording_id;
    try {
      const parts = await step.run("count parts", () => recordings.countParts(id));
      for (let n = 1; n <= parts; n++)
        if (!(await step.run(`hear ${n}`, () => recordings.transcribePart(id, n)))) return;
      await step.run("send", () => recordings.finish(id));
    } catch {
      // The step has exhausted its retries.
      await step.run("fail", () => recordings.fail(id));
    }
  },
});
