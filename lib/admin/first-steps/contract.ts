import { z } from "zod";
import { operation } from "@/lib/api/contract";
import { endpoints } from "./operations";

export const FirstStep = z.enum([
  "send_message",
  "connect_model",
  "run_action",
  "change_assistant",
  "invite_colleague",
]);
export const FirstSteps = z
  .object({
    steps: z.array(z.object({ step: FirstStep, done: z.boolean() })),
    finished: z.boolean().describe("All are done, or the caller put them away."),
  })
  .meta({ id: "FirstSteps" });

export const firstStepsApi = {
  getFirstSteps: operation(endpoints.getFirstSteps, {
    summary: "List the first steps in the group",
    description:
      "Returns the steps that your role allows. A step is done when what it creates exists. Once finished, they stay finished.",
    returns: FirstSteps,
  }),
  finishFirstSteps: operation(endpoints.finishFirstSteps, {
    summary: "Dismiss the first steps",
    description: "In this group; it can be repeated.",
    returns: FirstSteps,
  }),
};
