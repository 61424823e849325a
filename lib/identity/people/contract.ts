import { z } from "zod";

/** Who people and groups are, in short: what contracts of many nouns show of them. Small, because every page loads it. */
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
  .toLowerCase()
  .max(320)
  .refine(
    (text) => /^[\x21-\x7e]+$/.test(text) && z.email().safeParse(text).success,
    "Must be an e-mail address.",
  );
