import { converting, fail } from "@/lib/knowledge/video/service";
import { defineFunction } from "../background-function";

export const convertVideo = defineFunction({
  id: "convert-video",
  retries: 2,
  // Converts one video per group at a time, so that groups do not delay each other. There is no global limit, because
  // runs mostly wait for models. CPU-bound work has its own limit (lib/files/media/work-queue).
  concurrency: { perKey: { limit: 1, field: "group_id" } },
  events: ["video.requested"],
  run: async ({ event, step }) => {
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
      // The step has exhausted its retries.
      await step.run("fail", () => fail(id));
    }
  },
});
