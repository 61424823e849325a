import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { client, PASSWORD, person } from "@/test/client";
import { startServer } from "@/test/server";

// Permissions and maximum number of API tokens.
const server = await startServer();
afterAll(() => server.close());
const path = "/users/me/api-tokens";
const soon = () => new Date(Date.now() + 3_600_000).toISOString();

// Creates a user with a permanent token, an expiring one, and a third.
async function withTokens() {
  const ada = await person(server.url);
  const make = async (body: object = {}) => (await ada.api.post(path, { name: "ci", ...body })).body;
  const [lasting, expiring, other] = [await make(), await make({ expires_at: soon() }), await make()];
  const by = ({ token }: { token: string }) => client(server.url, `Token ${token}`);
  return { ada, lasting: by(lasting), expiring: by(expiring), expiringId: expiring.id, otherId: other.id };
}

test("an API token cannot create API tokens, because they would outlive it", async () => {
  const { ada, lasting, expiring } = await withTokens();
  for (const program of [lasting, expiring]) {
    const answer = await program.post(path, { name: "more", expires_at: soon() });
    expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining("Sign in")]);
  }
  expect((await ada.api.get(path)).body).toHaveLength(3);
});

test("an API token with an expiry can end only itself, not its owner's sessions", async () => {
  const { ada, expiring, expiringId, otherId } = await withTokens();
  const change = { current_password: PASSWORD, new_password: `${PASSWORD} 2` };
  const answers = [
    await expiring.post("/auth/logout"),
    await expiring.post("/auth/logout", [ada.group.id]),
    await expiring.patch("/auth/change-password", change),
    await expiring.del(`${path}/${otherId}`),
    await expiring.del("/users/me/sessions"),
    await expiring.del("/users/me", { password: PASSWORD }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(403));
  expect(answers[0]!.body.message).toBe("An API token with an expiry date can't do this. Sign in instead.");
  expect((await ada.api.get("/chats")).status).toBe(200);
  expect((await ada.api.get(path)).body).toHaveLength(3);
  expect((await expiring.del(`${path}/${expiringId}`)).status).toBe(200);
  expect((await expiring.get("/chats")).status).toBe(401);
});

test("an API token without an expiry can sign its owner out", async () => {
  const { ada, lasting } = await withTokens();
  expect((await lasting.post("/auth/logout")).status).toBe(200);
  expect((await ada.api.get("/chats")).status).toBe(401);
  expect((await lasting.get("/chats")).status).toBe(200);
});

test("an account has at most fifty active API tokens, also after concurrent requests", async () => {
  const ada = await person(server.url);
  const make = (body: object = {}) => ada.api.post(path, { name: "ci", ...body });
  const answers = await Promise.all(Array.from({ length: 55 }, () => make({ expires_at: soon() })));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(50).fill(201), ...Array(5).fill(409)]);
  expect((await make()).body).toEqual({
    error: "Conflict",
    message: "Your account has 50 API tokens, which is the limit. Revoke one that you no longer use.",
    status_code: 409,
  });
  expect((await (await person(server.url)).api.post(path, { name: "ci" })).status).toBe(201);
  const [first] = (await ada.api.get(path)).body;
  await ada.api.del(`${path}/${first.id}`);
  expect([(await make()).status, (await make()).status]).toEqual([201, 409]);
  // Expired tokens don't count.
  await db().execute(
    sql`update api_tokens set expires_at = now() where user_id = ${ada.user.id} and expires_at is not null`,
  );
  expect((await make()).status).toBe(201);
});
