import type { Inngest } from "inngest";
import { converting, fail } from "@/lib/knowledge/video/service";

/** Turns a video into text. What a step has found is stored: it is not looked for again after a restart. */
export const convertVideo = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "convert-video",
      retries: 2,
      // The videos of one group do not keep others waiting. Mostly they wait for models, so that there is no limit for all:
      // what takes the processors has one of its own (lib/ai/media/turns).
      concurrency: { limit: 1, key: "event.data.group_id" },
      triggers: [{ event: "video.requested" }],
    },
    async ({ event, step }) => {
      const id = event.data.conversion_id;
      try {
        if (!(await step.run("watch", () => converting.watch(id)))) return;
        if (!(await step.run("find scenes", () => converting.findScenes(id)))) return;
        if (!(await step.run("read screens", () => converting.readScreens(id)))) return;
        if (!(await step.run("listen", () => converting.listen(id)))) return;
        const parts = await step.run("count parts", () => converting.countParts(id));
        for (let n = 1; n <= parts; n++)
          if (!(await step.run(`read ${n}`, () => converting.readPart(id, n)))) return;
        if (parts > 1 && !(await step.run("merge", () => converting.merge(id)))) return;
        await step.run("finish", () => converting.finish(id));
      } catch {
        // A step has failed for good.
        await step.run("fail", () => fail(id));
      }
    },
  );
