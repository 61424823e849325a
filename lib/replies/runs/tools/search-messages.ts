import { z } from "zod";
import { findReplyMessages } from "@/lib/knowledge/search/service";
import { citePassages, query } from "./cite-passages";
import { tool } from "./definition";

export const searchMessages = tool({
  description: "Search what was said earlier in this chat, or in its workspace where that is switched on.",
  input: z.object({ query }),
  kind: "search",
  label: "Searching messages",
  about: (input) => input.query,
  applies: ({ has }) => has.messages,
  run: async (_, input, setting) =>
    citePassages(await findReplyMessages(setting.chat, setting.audience, input.query), setting),
});
