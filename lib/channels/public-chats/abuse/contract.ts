import { z } from "zod";
import { get } from "@/lib/api/contract";
import { uuid } from "@/lib/api/fields";

export const PublicChallenge = z
  .object({
    challenge: z.string().nullable().describe("Null: no proof is needed."),
    bits: z.int(),
  })
  .meta({ id: "PublicChallenge" });

export const abuseApi = {
  getPublicChallenge: get("/public/chats/{chat_id}/challenge", {
    summary: "Get what has to be solved before the first message",
    description:
      "While many visitors come at once, or always if the chat is set so, the first message of a conversation needs `proof`: the challenge, a dot, and a whole number for which the SHA-256 of this text begins with `bits` zero bits. It is for this conversation only and expires after 10 minutes.",
    access: "visitor",
    sameOrigin: true,
    params: z.object({ chat_id: uuid }),
    query: z.object({
      sid: z.string().max(200).optional().describe("The session id, unless `X-Session-Id` has it."),
    }),
    returns: PublicChallenge,
  }),
};
