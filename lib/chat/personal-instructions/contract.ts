import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import { hasNoNul, NUL } from "@/lib/api/fields";
import { endpoints, MAX_INSTRUCTIONS_LENGTH } from "./operations";

const text = z.string().trim().max(MAX_INSTRUCTIONS_LENGTH).refine(hasNoNul, NUL);

const PersonalInstructions = z
  .object({
    about: text.describe("What assistants should know about you."),
    style: text.describe("How they should reply."),
    enabled: z.boolean().describe("False: replies use neither."),
  })
  .meta({ id: "PersonalInstructions" });

const DESCRIPTION =
  "In the group of this call. Replies use them in chats that nobody else can read; instructions of the assistant and of the chat count more.";

export const personalInstructionsApi = {
  getPersonalInstructions: operation(endpoints.getPersonalInstructions, {
    summary: "Get what you have told assistants about yourself",
    description: DESCRIPTION,
    returns: PersonalInstructions,
  }),
  setPersonalInstructions: operation(endpoints.setPersonalInstructions, {
    summary: "Tell assistants about yourself and how to reply to you",
    description: DESCRIPTION,
    body: json(
      z
        .object({ about: text.default(""), style: text.default(""), enabled: z.boolean().default(true) })
        .meta({ id: "PersonalInstructionsInput" }),
    ),
    returns: PersonalInstructions,
  }),
};
