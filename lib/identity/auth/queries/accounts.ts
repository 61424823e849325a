import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { installation } from "@/db/schema/installation";

/** Serializes account creation until commit, because the first account owns the installation. */
export const lockFirstAccount = () =>
  db().execute(sql`select pg_advisory_xact_lock(hashtext('parley first account'))`);

const ofOwner = sql`exists (select 1 from ${users} where is_installation_owner)`;

export async function isOwned(): Promise<boolean> {
  const rows = await db().execute<{ is_owned: boolean }>(sql`select ${ofOwner} as is_owned`);
  return requireRow([...rows]).is_owned;
}

/**
 * Inserts an account. Returns undefined when the address or identity is taken. The account owns the installation if
 * there is no owner.
 */
export async function insertUser(values: {
  email: string;
  fullName: string;
  passwordHash?: string | null;
  firebaseUid?: string;
  language?: string;
  emailConfirmedAt: Date | null;
}) {
  const [row] = await db()
    .insert(users)
    .values({ ...values, isInstallationOwner: sql`not ${ofOwner}` })
    .onConflictDoNothing()
    .returning();
  return row;
}

export async function getOrCreateSetupId(): Promise<string> {
  const known = await db().select({ id: installation.setupId }).from(installation);
  if (known[0]) return known[0].id;
  await db().insert(installation).values({}).onConflictDoNothing();
  return requireRow(await db().select({ id: installation.setupId }).from(installation)).id;
}

export const renewSetupId = () =>
  db().update(installation).set({ setupId: sql`gen_random_uuid()` }).where(eq(installation.id, true));
