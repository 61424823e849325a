import type { Inngest } from "inngest";
import { handover } from "@/lib/surfaces/public-chats/service";

export const answersMail = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "answers-mail",
      retries: 5,
      concurrency: { limit: 1, key: "event.data.conversation_id" },
      triggers: [{ event: "visitor.answered" }],
    },
    async ({ event, step }) => {
      await step.sleep("wait", `${handover.WAIT_SECONDS}s`);
      await step.run("mail", () => handover.mailAnswers(event.data.conversation_id, event.data.message_id));
    },
  );
