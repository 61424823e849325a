import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { apiTokens, groupMembers, groups, sessions, users } from "@/db/schema/accounts";
import { type Client, client, joined, person } from "@/test/client";
import { startServer } from "@/test/server";

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const getStatus = async (api: Client) => (await api.get("/users/me")).status;

// Creates a user whose session and API token have just been cached.
async function someone() {
  const { api, user, group } = await person(server.url);
  const { token } = (await api.post("/users/me/api-tokens", { name: "ci" })).body;
  const program = client(server.url, `Token ${token}`);
  expect([await getStatus(api), await getStatus(program)]).toEqual([200, 200]);
  return { all: [api, program], user, group };
}

// Changes are written directly to the database, as by another process. Without PostgreSQL, such a process can't notify
// this one.
const losses: [string, (of: { user: { id: number }; group: { id: string } }) => Promise<unknown>][] = [
  [
    "a session and a token that are ended",
    async ({ user }) => {
      await db().update(sessions).set({ endedAt: sql`now()` }).where(eq(sessions.userId, user.id));
      await db().update(apiTokens).set({ revokedAt: sql`now()` }).where(eq(apiTokens.userId, user.id));
    },
  ],
  ["a membership", ({ user }) => db().delete(groupMembers).where(eq(groupMembers.userId, user.id))],
  [
    "an account that is suspended",
    ({ user }) => db().update(users).set({ disabledAt: sql`now()` }).where(eq(users.id, user.id)),
  ],
  [
    "a group that is suspended",
    ({ group }) => db().update(groups).set({ suspendedAt: sql`now()` }).where(eq(groups.id, group.id)),
  ],
];
test.each(losses)("%s: a removal by another process takes effect soon", async (_, lose) => {
  const who = await someone();
  await lose(who);
  await expect.poll(() => Promise.all(who.all.map(getStatus))).toEqual([401, 401]);
});

test("a new role applies from the next call on", async () => {
  const owner = await person(server.url);
  const member = await joined(server.url, owner, "Bob Example");
  const invite = async () => (await member.api.post(`/groups/${owner.group.id}/invitations`, {})).status;
  const become = (role: string) =>
    owner.api.patch(`/groups/${owner.group.id}/members/${member.user.id}`, { role });
  expect(await invite()).toBe(403);
  await become("admin");
  expect(await invite()).toBe(201);
  await become("member");
  expect(await invite()).toBe(403);
});
