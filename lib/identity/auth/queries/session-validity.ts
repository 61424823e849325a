import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { apiTokens, groupMembers, groups, sessions, users } from "@/db/schema/accounts";
import type { Caller } from "@/lib/api/actor";
import { lifetimes } from "../tokens";

/**
 * Returns the indexes of the viewers whose credentials are still valid. One statement for all, because every open
 * stream is checked.
 */
export async function listValid(viewers: Caller[]): Promise<Set<number>> {
  const asked = viewers.map(({ user, group, credential }, n) => ({
    n,
    user_id: user.id,
    group_id: group.id,
    kind: credential.kind,
    id: credential.id,
    issued_at: credential.kind === "login" ? credential.issuedAt : null,
  }));
  const rows = await db().execute<{ n: number }>(sql`
    select asked.n
    from json_to_recordset(${JSON.stringify(asked)}::json)
      as asked(n int, user_id int, group_id uuid, kind text, id text, issued_at timestamptz)
    join ${users} on ${users.id} = asked.user_id and ${users.disabledAt} is null
    join ${groupMembers} on ${groupMembers.userId} = ${users.id} and ${groupMembers.groupId} = asked.group_id
    join ${groups} on ${groups.id} = asked.group_id and ${groups.suspendedAt} is null
    where case asked.kind
      when 'session' then exists (
        select from ${sessions} where ${sessions.id} = asked.id::uuid and ${sessions.endedAt} is null
          and ${sessions.expiresAt} > now())
      when 'api_token' then exists (
        select from ${apiTokens} where ${apiTokens.id} = asked.id::int and ${apiTokens.revokedAt} is null
          and (${apiTokens.expiresAt} is null or ${apiTokens.expiresAt} > now()))
      when 'login' then asked.issued_at > now() - make_interval(secs => ${lifetimes.loginToken})
        and (${users.signedOutAt} is null or ${users.signedOutAt} <= asked.issued_at)
        and not exists (
          select from ${groupMembers} as other
          where other.user_id = ${users.id} and other.group_id <> asked.group_id)
    end`);
  return new Set([...rows].map(({ n }) => n));
}
