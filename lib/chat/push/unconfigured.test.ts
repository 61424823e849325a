import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

test("without a service account devices can register, and messages request no push", async () => {
  const ada = await person(server.url);
  expect((await ada.api.post("/auth/fcm/register", { token: "phone" })).status).toBe(201);
  const chat = (await ada.api.post("/chats", { name: "Plans" })).body;
  const given = { message_input: "Hello", is_sync: "true" };
  expect((await ada.api.multipart(`/chats/${chat.id}/messages`, given)).status).toBe(200);
  const events = await db().execute("select name from background_events where name = 'push.requested'");
  expect(events).toEqual([]);
});
