import { z } from "zod";
import { isEmail, normalizeEmail } from "@/lib/api/fields";

// Schemas of users and groups that many contracts embed. This file stays small, because every page loads it.

export const GroupRole = z.enum(["owner", "admin", "member"]);
export const GroupMini = z
  .object({ id: z.guid(), name: z.string(), role: GroupRole })
  .meta({ id: "GroupMini" });
export const UserMini = z
  .object({ id: z.int(), email: z.string(), full_name: z.string(), avatar_url: z.string().nullable() })
  .meta({ id: "UserMini" });

export const email = z
  .string()
  .trim()
  .max(320)
  .overwrite(normalizeEmail)
  .refine(isEmail, "Must be an e-mail address.")
  .meta({ format: "email" });

/** A password to verify. NFD needs up to four code units per letter, hence the limit. */
export const typedPassword = z.string().max(800);
