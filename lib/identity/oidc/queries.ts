import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { identities, users } from "@/db/schema/accounts";

type IdentityKey = { issuer: string; subject: string };

export async function findUserByIdentity({ issuer, subject }: IdentityKey) {
  const [row] = await db()
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row?.user;
}

/** Finds and locks an account by address, so that decisions based on it hold until commit. */
export async function lockUserByEmail({ email }: { email: string }) {
  const [row] = await db().select().from(users).where(eq(users.email, email)).for("update");
  return row;
}

/** Returns false when the identity is linked already, or the account has another one of this issuer. */
export async function insertIdentity(values: IdentityKey & { userId: number }): Promise<boolean> {
  const rows = await db()
    .insert(identities)
    .values(values)
    .onConflictDoNothing()
    .returning({ userId: identities.userId });
  return rows.length > 0;
}
