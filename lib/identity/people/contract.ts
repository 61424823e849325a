import { z } from "zod";
import { isEmail, normalizeEmail } from "@/lib/api/fields";

/** Who people and groups are, in short: what contracts of many nouns show of them. Small, because every page loads it. */
export const GroupRole = z.enum(["owner", "admin", "member"]);
export const GroupMini = z
  .object({ id: z.guid(), name: z.string(), role: GroupRole })
  .meta({ id: "GroupMini" });
export const UserMini = z
  .object({ id: z.int(), email: z.string(), full_name: z.string(), avatar_url: z.string().nullable() })
  .meta({ id: "UserMini" });

/** An e-mail address in the form in which it is stored, compared and written to. */
export const email = z
  .string()
  .trim()
  .max(320)
  .overwrite(normalizeEmail)
  .refine(isEmail, "Must be an e-mail address.")
  .meta({ format: "email" });

/** A password to be checked. Decomposed letters (NFD) are up to four characters each. */
export const typedPassword = z.string().max(800);
