import { z } from "zod";
import { json, put } from "@/lib/api/contract";
import { timestamp, uuid } from "@/lib/api/fields";
import { email } from "@/lib/identity/people/contract";

export const teamFields = {
  is_waiting: z.boolean().describe("The team was called and has not answered yet."),
  is_away: z.boolean().describe("Outside of the team's office hours."),
  back_at: timestamp.nullable().describe("When the office hours begin next, while the team is away."),
  offline_text: z.string().nullable().describe("What the owner tells visitors while the team is away."),
  email: z
    .string()
    .nullable()
    .describe(
      "Where answers are mailed that come while the visitor is away; not in full, such as `a•••@example.com`.",
    ),
};

export const handoverApi = {
  setVisitorEmail: put("/public/chats/{chat_id}/email", {
    summary: "Set where answers to a visitor are mailed",
    description:
      "Answers of the team that come while the visitor has the conversation open nowhere are sent there. `null` removes the address. Another address makes links in earlier mails void.",
    access: "visitor",
    sameOrigin: true,
    params: z.object({ chat_id: uuid }),
    query: z.object({
      sid: z.string().max(200).optional().describe("The session id, unless `X-Session-Id` has it."),
    }),
    body: json(
      z.object({
        email: email.nullable(),
        language: z.string().max(35).optional().describe("Of the mails; that of the page."),
      }),
    ),
    returns: z.object({ email: z.string().nullable() }),
  }),
};
