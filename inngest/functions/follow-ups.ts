import { generateFollowUps } from "@/lib/replies/runs/service";
import { defineFunction } from "../background-function";

/** Generates the questions below a reply. Doesn't retry, because late ones are useless. */
export const followUps = defineFunction({
  id: "follow-ups",
  retries: 0,
  events: ["follow-ups.requested"],
  run: async ({ event, step }) => {
    const { message_id: messageId, user_id: userId } = event.data;
    await step.run("suggest questions", () => generateFollowUps(messageId, userId));
  },
});
