import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Client, client, listen } from "@/test/client";
import { startHelpDesk } from "@/test/help-desk";
import { createVisitor, type PublicMessage } from "@/test/visitor";

/** Covers what visitors of a public chat can and must not access. */
const { model, server, staff, publicChat } = await startHelpDesk();

const anyone = client(server.url);
const chat = await publicChat();

const visitor = (of: { uuid: string } = chat) => createVisitor(server.url, of);
const said = (messages: PublicMessage[]) => messages.map(({ role, message }) => `${role}: ${message}`);
const conversations = async (of = chat) =>
  (await staff.api.get(`/chats?parent_chat_id=${of.id}`)).body as { id: number; name: string }[];

test("a session starts with a UUID, for public chats only", async () => {
  const begin = (id: string, init: RequestInit = {}, api: Client = anyone) =>
    api.send("POST", `/public/chats/${id}/public-session`, init);
  const json = { "content-type": "application/json" };
  for (const init of [{}, { body: "{}", headers: json }, { body: "", headers: json }]) {
    const { status, body } = await begin(chat.uuid, init);
    expect([status, body]).toEqual([200, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  }
  expect((await begin(chat.uuid.toUpperCase())).status).toBe(200);
  expect((await begin(chat.uuid, { body: "[]", headers: json })).status).toBe(422);
  expect((await begin(chat.uuid, { body: "{", headers: json })).status).toBe(400);
  expect((await begin(String(chat.id))).status).toBe(422);
  expect((await begin("nonsense")).status).toBe(422);
  expect((await begin(randomUUID())).status).toBe(404);
  const hidden = (await staff.api.post("/chats", {})).body;
  expect((await begin(hidden.uuid)).status).toBe(404);
  const gone = await publicChat();
  await staff.api.del(`/chats/${gone.id}`);
  expect((await begin(gone.uuid)).status).toBe(404);
});

test("a session can be started from any site, without credentials", async () => {
  const path = `/public/chats/${chat.uuid}/public-session`;
  const preflight = await anyone.send("OPTIONS", path, {
    headers: { origin: "https://shop.example", "access-control-request-method": "POST" },
  });
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
  const { headers } = await anyone.post(path, {}, { origin: "https://shop.example" });
  expect(headers.get("access-control-allow-origin")).toBe("*");
  const inFrame = await anyone.get(`/public/chats/${chat.uuid}/messages`, { origin: "https://shop.example" });
  expect(inFrame.headers.get("access-control-allow-origin")).toBeNull();
});

test("a visitor gets a reply, with the fields of the contract only", async () => {
  const { base, headers, sid, ask, read } = await visitor();
  expect(await read()).toEqual([]);
  await ask("Do you ship abroad?");
  const messages = await read();
  expect(said(messages)).toEqual(["guest: Do you ship abroad?", "assistant: You said: Do you ship abroad?"]);
  expect(Object.keys(messages[1]!).sort()).toEqual(
    [
      "attachments",
      "citations",
      "created_at",
      "error",
      "id",
      "message",
      "replying_to_message_id",
      "role",
      "stopped",
    ].sort(),
  );
  expect((await anyone.get(`${base}/messages?sid=${sid}`)).body).toEqual(messages);
  expect((await anyone.get(`${base}/settings`, headers)).body).toMatchObject({
    title: "Help desk",
    has_conversation: true,
    uploads_allowed: false,
    is_paused: false,
    is_taken_over: false,
    mails_conversations: false,
  });
  const text = await anyone.get(`${base}/export`, headers);
  expect(text.body).toContain("You said: Do you ship abroad?");
  expect(text.headers.get("content-disposition")).toContain("attachment");
});

test("the team finds the conversation below the public chat, and the visitor receives its answer live", async () => {
  const { base, headers, ask, read } = await visitor();
  await ask("Where is parcel 4711?");
  const [conversation] = (await conversations()).filter(({ name }) => name === "Where is parcel 4711?");
  const thread = (await staff.api.get(`/chats/${conversation!.id}/messages`)).body;
  expect(thread[0]).toMatchObject({ user_type: "guest", from_user_id: null });
  const stream = await listen(anyone, `${base}/events`, { headers: { ...headers, authorization: "" } });
  await stream.named("ready");
  const calls = model.calls;
  const sent = await staff.api.multipart(`/chats/${conversation!.id}/messages`, {
    message_input: "It is at our gate.",
  });
  expect(sent.body.responses).toBeNull();
  const heard = await stream.named("message.created");
  expect(heard!.data.message).toMatchObject({ role: "team", message: "It is at our gate." });
  expect(JSON.stringify([heard, await read()])).not.toMatch(/Stefanie|example\.test/);
  expect(model.calls).toBe(calls);
  stream.close();
});

test("a stream that is older than the conversation announces when to read its first messages", async () => {
  const { base, headers, ask, read } = await visitor();
  const stream = await listen(anyone, `${base}/events`, { headers: { ...headers, authorization: "" } });
  await stream.named("ready");
  await ask("Hello");
  let count = 0;
  await stream.ended(({ event }) => event === "ready" && ++count === 2);
  expect(count).toBe(2);
  // Messages read after the second `ready`, plus those of later events, must be complete.
  const known = (await read()).map(({ id }) => id);
  await ask("And again");
  await stream.ended(
    ({ event, data }) =>
      event === "message.created" && data.message.role === "assistant" && !known.includes(data.message.id),
  );
  const heard = stream.events.flatMap(({ event, data }) =>
    event === "message.created" ? [data.message.id] : [],
  );
  expect([...known, ...heard.filter((id) => !known.includes(id))]).toEqual(
    (await read()).map(({ id }) => id),
  );
  stream.close();
});

test("a visitor can stop and retry a reply", async () => {
  const { base, headers, say, read } = await visitor();
  const sent = await say("[[fake tokens=500 delay=20]]");
  const task = `${base}/streaming/${sent.body.streaming_task_id}`;
  const stream = await listen(anyone, task, { headers: { ...headers, authorization: "" } });
  await stream.named("text");
  expect((await anyone.send("DELETE", task, { headers })).status).toBe(200);
  const done = await stream.named("done");
  expect(done!.data).not.toHaveProperty("reasoning_steps");
  const reply = (await read()).at(-1)!;
  expect(reply).toMatchObject({ role: "assistant", stopped: true });
  const again = await anyone.post(`${base}/messages/${reply.id}/retry`, undefined, headers);
  expect(again.status).toBe(200);
  await anyone.send("DELETE", `${base}/streaming/${again.body.streaming_task_id}`, { headers });
});

test("visitors see a general message instead of internal errors", async () => {
  const { read, ask } = await visitor();
  await ask("[[fake 401]]");
  const reply = (await read()).at(-1)!;
  expect(reply).toMatchObject({ message: "", error: "The reply failed. Please try again." });
});

test("an idempotency key sends once per visitor", async () => {
  const [one, other] = [await visitor(), await visitor()];
  const key = { "idempotency-key": "first" };
  const first = await one.say("hello", {}, key);
  expect((await one.say("hello", {}, key)).body).toEqual(first.body);
  expect((await other.say("hello", {}, key)).body.message.id).not.toBe(first.body.message.id);
  expect((await one.read()).filter(({ role }) => role === "guest")).toHaveLength(1);
});
