import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import { language, timestamp } from "@/lib/api/fields";
import { endpoints } from "./operations";

const DigestInput = z
  .object({
    since: z.iso.datetime({ offset: true }).describe("When the day began where you are: at most 7 days ago."),
    language: language.optional().describe("What to write in. Default: what you read in, else English."),
  })
  .meta({ id: "DigestInput" });

export const digestApi = {
  createDigest: operation(endpoints.createDigest, {
    summary: "Summarize what happened in your chats",
    description:
      "Writes a message into your own chat for digests, which is made on first use. It sums up what was said since then in chats that you are in; temporary chats and conversations with visitors are left out. Returns 409 if nothing was said.",
    allowance: "heavy",
    body: json(DigestInput),
    returns: z
      .object({ chat_id: z.int(), chat_uuid: z.guid(), message_id: z.int(), created_at: timestamp })
      .meta({ id: "Digest" }),
    status: 201,
  }),
};
