import { z } from "zod";
import { get, post } from "@/lib/api/contract";

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

const path = "/users/me/first-steps";

export const firstStepsApi = {
  getFirstSteps: get(path, {
    summary: "List the first steps in the group",
    description:
      "Those that the caller's role allows, each done or not by what is there. Once finished they stay finished.",
    returns: FirstSteps,
  }),
  finishFirstSteps: post(`${path}/finish`, {
    summary: "Put the first steps away",
    description: "In this group; it can be repeated.",
    returns: FirstSteps,
  }),
};
