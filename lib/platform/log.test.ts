import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { backgroundRuns } from "@/db/schema/background";
import type { BackgroundFunction } from "@/inngest/background-function";
import { driveRun } from "@/inngest/runner/run";
import { client, PASSWORD, person } from "@/test/client";
import { logged } from "@/test/logged";
import { startServerWithModel } from "@/test/server-with-model";
import { log } from "./log";
import { processId } from "./once";

const SECRET = "zanzibar-4711";
const lines = logged();
const { server } = await startServerWithModel();
beforeEach(() => {
  lines.length = 0;
});
const all = () => lines.join("\n");
// A failing statement whose error quotes user input.
const refused = () => db().execute(sql`select ${SECRET}::int`);

test("request logs contain neither people's texts nor credentials", async () => {
  const { api, email } = await person(server.url, "Ada Example");
  const chat = (await api.post("/chats", { name: SECRET })).body;
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: `about ${SECRET}` });
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: `[[fake 500]] ${SECRET}` });
  await api.multipart(`/chats/${chat.id}/messages`, {
    message_input: "read",
    files: [new File([SECRET], `${SECRET}.txt`)],
  });
  await api.get(`/search?query=${SECRET}&sid=${SECRET}&token=${SECRET}`);
  await api.post(`/chats/${chat.id}/nothing-here/${SECRET}`, { [SECRET]: SECRET });
  await api.patch(`/chats/${chat.id}`, { name: [SECRET] });
  await api.form("/auth/login", { username: email, password: SECRET });
  const stranger = client(server.url, `Bearer ${SECRET}`);
  await stranger.get("/users/me", { cookie: `session=${SECRET}`, "x-session-id": SECRET });
  await expect.poll(all).toContain('"operation":"sendMessage"');
  expect(all()).not.toContain(SECRET);
  expect(all()).not.toContain(PASSWORD);
  expect(all()).not.toContain(api.authorization!.replace(/^\w+ /, ""));
});

test("values of a failing query are not logged, also as the cause of another error", async () => {
  const error = await refused().catch((error: Error) => error);
  log.error({ err: error }, "it failed");
  log.error({ err: new Error("outside", { cause: error }) }, "it failed");
  expect(lines).toHaveLength(2);
  expect(all()).toContain("Failed query: select $1::int");
  expect(all()).toContain("invalid input syntax");
  expect(all()).not.toContain(SECRET);
});

test("values of a query that fails in a background function are not logged", async () => {
  const definition: BackgroundFunction = {
    id: "refused",
    retries: 0,
    run: ({ step }) => step.run("ask", refused),
  };
  const event = { id: randomUUID(), name: "test/refused", data: {}, ts: Date.now() };
  const [claimed] = await db()
    .insert(backgroundRuns)
    .values({ functionId: "refused", eventId: event.id, event, status: "running", owner: processId() })
    .returning();
  expect(await driveRun(claimed!, definition, true, () => false)).toBe("failed");
  expect(all()).toContain("a background function failed");
  expect(all()).not.toContain(SECRET);
});

test("fields with secrets are redacted at any depth", () => {
  const secrets = { authorization: SECRET, cookie: SECRET, password: SECRET, token: SECRET, secret: SECRET };
  log.info({ ...secrets, sid: SECRET, api_key: SECRET, headers: secrets }, "something");
  expect(lines).toHaveLength(1);
  expect(all()).not.toContain(SECRET);
});
