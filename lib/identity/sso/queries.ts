import { and, eq, isNull, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { users } from "@/db/schema/accounts";

export async function findUserByUid({ uid }: { uid: string }) {
  const [row] = await db().select().from(users).where(eq(users.firebaseUid, uid));
  return row;
}

/** Finds and locks an account by address, so that decisions based on it hold until commit. */
export async function lockUserByEmail({ email }: { email: string }) {
  const [row] = await db().select().from(users).where(eq(users.email, email)).for("update");
  return row;
}

/**
 * Links an identity to an account without one, or with the same one. An address verified by Firebase counts as
 * confirmed. Returns false when the account is deleted or has another identity.
 * @throws a unique violation when the identity is linked to another account
 */
export async function linkIdentityAndConfirmEmail(values: {
  userId: number;
  uid: string;
  email: string | undefined;
}) {
  const { userId, uid, email } = values;
  const rows = await db()
    .update(users)
    .set({
      firebaseUid: uid,
      emailConfirmedAt: sql`case when ${users.email} = ${email ?? null}::text
        then coalesce(${users.emailConfirmedAt}, now()) else ${users.emailConfirmedAt} end`,
    })
    .where(and(eq(users.id, userId), or(isNull(users.firebaseUid), eq(users.firebaseUid, uid))))
    .returning({ id: users.id });
  return rows.length > 0;
}
