import { and, eq, isNull, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { users } from "@/db/schema/accounts";

/** The account that an identity is linked to. */
export async function userByUid({ uid }: { uid: string }) {
  const [row] = await db().select().from(users).where(eq(users.firebaseUid, uid));
  return row;
}

/** The account with an address; locked, so that what is decided by it stays true in the transaction. */
export async function userByEmail({ email }: { email: string }) {
  const [row] = await db().select().from(users).where(eq(users.email, email)).for("update");
  return row;
}

/**
 * Links an identity to an account that has none, or this one already; an
 * address that Firebase has verified counts as confirmed from now on. False
 * when the account is gone or has another identity.
 * @throws a unique violation when the identity is another account's
 */
export async function linkUser(values: { userId: number; uid: string; email: string | undefined }) {
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
