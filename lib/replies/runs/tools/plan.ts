import { z } from "zod";
import type { LiveRun } from "../live-runs";
import type { Answered } from "./definition";

const NAME = "update_plan";
const STATES = ["open", "doing", "done", "dropped"] as const;

const input = z.object({
  steps: z
    .array(z.object({ text: z.string().trim().min(1).max(200), state: z.enum(STATES) }))
    .min(1)
    .max(40),
});

export const isPlan = (name: string): boolean => name === NAME;

/** Every assistant that works in steps has this tool, so it is not in the assistants' lists of tools. */
export const planTool = {
  name: NAME,
  description:
    "Show the person what you are going to do, step by step. For anything that takes several steps call it first, with all of them; call it again, with all of them, whenever one is begun, done or dropped.",
  parameters: z.toJSONSchema(input) as Record<string, unknown>,
};

export function runPlanTool(fields: Record<string, unknown> | undefined, live: LiveRun): Answered {
  const { data, error } = input.safeParse(fields);
  if (!data)
    return { text: `The arguments do not fit: ${z.prettifyError(error).slice(0, 1000)}`, isError: true };
  live.plans(data.steps);
  return { text: "The plan is shown.", isError: false };
}
