import { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import { JobCreate } from "@/lib/chat/jobs/contract";
import * as jobs from "@/lib/chat/jobs/service";
import { AppError, InvalidInput } from "@/lib/platform/errors";
import { tool } from "./definition";

const { name, prompt, cron, run_at } = JobCreate.shape;
const timeZone = z.string().max(60).default("UTC");

export const scheduleJob = tool({
  description:
    "Schedule a prompt that is sent into this chat later, once (`run_at`) or again and again (`cron`), and is answered then. Only when the person asks for it.",
  input: z.object({
    name: name.describe("What the job is called, in a few words."),
    prompt: prompt.describe("What to ask then, complete in itself."),
    cron,
    run_at,
    time_zone: timeZone.describe("Of the person, an IANA name such as Europe/Berlin."),
  }),
  kind: "schedule",
  label: "Scheduling a job",
  about: ({ name, cron, run_at }) => `“${name}”, ${cron ?? run_at ?? "without a time"}`,
  applies: ({ chat }) => chat.scheduledJobsEnabled,
  run: async (viewer, input, { chat }) => {
    const job = await create(viewer, chat.id, input);
    const times = job.next_runs.join(", ");
    return { text: `Job ${job.id}, “${job.name}”, is scheduled. Its next runs (UTC): ${times}.` };
  },
});

async function create(viewer: Viewer, chatId: number, input: z.input<typeof JobCreate>) {
  const checked = JobCreate.safeParse(input);
  if (!checked.success) throw new AppError("bad_request", z.prettifyError(checked.error));
  try {
    return await jobs.create(viewer, chatId, checked.data, true);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const faults = error.faults.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`);
    throw new AppError("bad_request", faults.join(" "));
  }
}
