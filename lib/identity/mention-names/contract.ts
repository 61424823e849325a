import { z } from "zod";

export const mentionName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{1,63}$/, "2 to 64 of a-z, 0-9, - and _, beginning with a letter.")
  .refine((text) => !z.guid().safeParse(text).success, "Must not be a UUID.");
