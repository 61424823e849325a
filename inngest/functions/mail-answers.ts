import { handover } from "@/lib/channels/public-chats/service";
import { defineFunction } from "../background-function";

export const answersMail = defineFunction({
  id: "answers-mail",
  retries: 5,
  concurrency: { perKey: { limit: 1, field: "conversation_id" } },
  events: ["visitor.answered"],
  run: async ({ event, step }) => {
    await step.sleep("wait", `${handover.WAIT_SECONDS}s`);
    await step.run("mail", () => handover.mailAnswers(event.data.conversation_id, event.data.message_id));
  },
});
