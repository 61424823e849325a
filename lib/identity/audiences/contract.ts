import { z } from "zod";
import { jsonId } from "@/lib/api/fields";
import { USABLE_BY } from "./settings";

const MAX_PEOPLE = 200;

export const usableBy = z
  .enum(USABLE_BY)
  .describe(
    "`creator`: only its creator. `people`: those chosen, its creator, and owners and admins of the group.",
  );

/** Input fields for who may use something. */
export const audience = {
  usable_by: usableBy.optional(),
  user_ids: z
    .array(jsonId)
    .max(MAX_PEOPLE)
    .refine((ids) => new Set(ids).size === ids.length, "Must not name anyone twice.")
    .optional()
    .describe("The people chosen, when `usable_by` is `people`."),
};

export const audienceInForm = {
  usable_by: usableBy.optional(),
  user_ids: z
    .string()
    .max(MAX_PEOPLE * 11)
    .regex(/^\d{1,10}(,\d{1,10})*$/, "Must be IDs with commas between them.")
    .transform((text) => [...new Set(text.split(",").map(Number))])
    .optional()
    .describe("The people chosen, when `usable_by` is `people`: their IDs with commas between them."),
};
