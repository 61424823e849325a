import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { webhookDeliveries } from "@/db/schema/webhooks";
import { config } from "@/lib/platform/config";
import { parseExceptions } from "@/lib/platform/ip-address";
import { type Client, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startMailServer } from "@/test/fakes/mail-server";
import { startModelServer } from "@/test/fakes/model-server";
import { startReceiver } from "@/test/fakes/webhook-receiver";
import { startServer } from "@/test/server";
import { createVisitor } from "@/test/visitor";
import { sentEvents } from "./payloads";

const model = await startModelServer();
const mails = await startMailServer();
const receiver = await startReceiver();
process.env.OPENAI_BASE_URL = model.url;
process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
const server = await startServer();
afterAll(async () => {
  await server.close();
  await model.close();
  await mails.stop();
  await receiver.close();
});

const all = ["message.created", "reply.finished", "document.ready", "public.conversation.started"];
beforeEach(() => {
  receiver.received.length = 0;
  receiver.status = 200;
});
const make = async (api: Client, events = all) =>
  (await api.post("/webhooks", { url: `${receiver.url}/hook`, events })).body;
/** Validates every delivery of this file against the OpenAPI document. */
afterEach(() => {
  for (const { json } of receiver.received) {
    const { body } = sentEvents[json.event as keyof typeof sentEvents];
    expect(body.parse(json)).toEqual(json);
  }
});
const events = (name: string) =>
  receiver.received.filter(({ json }) => json.event === name).map(({ json }) => json);
const send = (api: Client, chat: { id: number }, text: string, files?: File[]) =>
  api.multipart(`/chats/${chat.id}/messages`, { message_input: text, ...(files && { files }) });
const listDeliveries = async (api: Client, id: number) => (await api.get(`/webhooks/${id}/deliveries`)).body;

describe("webhooks", () => {
  test("announce messages, replies and documents, with a signature", async () => {
    const ada = await person(server.url);
    const { secret, ...hook } = await make(ada.api);
    expect(secret).toMatch(/^whsec_/);
    expect((await ada.api.get("/webhooks")).body).toEqual([hook]);
    const chat = (await ada.api.post("/chats", { name: "Plans" })).body;
    await send(ada.api, chat, "hello", [new File(["Some text."], "a.txt")]);
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(4);
    // Simultaneous events arrive in any order.
    const by = (type: string) => events("message.created").find(({ data }) => data.user_type === type);
    const [question, reply] = [by("user"), by("assistant")];
    const inChat = { chat_id: chat.id, chat_uuid: chat.uuid };
    expect(question).toMatchObject({
      group_id: ada.group.id,
      data: { ...inChat, user_type: "user", user_id: ada.user.id, message: "hello", is_shortened: false },
    });
    expect(reply.data).toMatchObject({
      user_type: "assistant",
      replying_to_message_id: question.data.message_id,
    });
    expect(events("reply.finished")).toMatchObject([
      {
        data: {
          ...inChat,
          status: "completed",
          user_message_id: question.data.message_id,
          message_ids: [reply.data.message_id],
        },
      },
    ]);
    expect(events("document.ready")).toMatchObject([{ data: { ...inChat, file_name: "a.txt" } }]);
    for (const { headers, body, json } of receiver.received) {
      const [, time, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers["parley-signature"]!)!;
      expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(30);
      expect(mac).toBe(createHmac("sha256", secret).update(`${time}.${body}`).digest("hex"));
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(json);
      expect(headers["webhook-id"]).toBe(json.id);
      expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
      expect([headers["parley-delivery"], headers["parley-event"]]).toEqual([json.id, json.event]);
    }
    const ids = receiver.received.map(({ json }) => json.id);
    expect(new Set(ids).size).toBe(ids.length);
    const deliveries = async () =>
      (await listDeliveries(ada.api, hook.id)).map(({ state }: { state: string }) => state);
    await expect.poll(deliveries).toEqual(ids.map(() => "delivered"));
  });

  test("announce each document of the library once, and none of a task", async () => {
    const ada = await person(server.url);
    const mia = await colleague(server.url, ada.group, "Mia Member");
    await make(ada.api, ["document.ready"]);
    const file = new File(["Some text."], "plan.txt");
    const [added] = (await mia.api.multipart("/documents", { files: [file] })).body;
    const told = () => events("document.ready").map(({ data }) => data);
    await expect
      .poll(told)
      .toEqual([{ document_id: added.id, file_name: "plan.txt", mime_type: "text/plain", size: 10 }]);
    // Neither reindexing nor copying a chat document into a task is announced.
    await mia.api.post(`/documents/${added.id}/reindex`);
    await expect.poll(async () => (await mia.api.get(`/documents/${added.id}`)).body.status).toBe("ready");
    const chat = (await mia.api.post("/chats", { virtual_assistant_id: null })).body;
    await mia.api.post(`/documents/${added.id}/copy`, { chat_id: chat.id });
    const { task_id } = (await mia.api.post(`/chats/${chat.id}/save-as-task`)).body;
    expect(task_id).toBeGreaterThan(0);
    const [last] = (await mia.api.multipart("/documents", { files: [new File(["More."], "last.txt")] })).body;
    const ids = () => told().map(({ document_id }) => document_id);
    await expect.poll(ids).toContain(last.id);
    expect(ids()).toEqual([added.id, last.id]);
  });

  test("announce the start of a visitor's conversation", async () => {
    const ada = await person(server.url);
    await make(ada.api, ["public.conversation.started"]);
    const chat = (await ada.api.post("/chats", { name: "Help desk", is_public: true })).body;
    const visitor = await createVisitor(server.url, chat);
    await visitor.ask("Do you ship abroad?");
    await visitor.ask("And how fast?");
    const started = () => events("public.conversation.started");
    await expect.poll(() => started().length).toBe(1);
    const [conversation] = (await ada.api.get(`/chats?parent_chat_id=${chat.id}`)).body;
    expect(started()[0]).toMatchObject({
      group_id: ada.group.id,
      data: { chat_id: conversation.id, chat_uuid: conversation.uuid, public_chat_id: chat.id },
    });
    // A member who joins later does not start a conversation.
    const mia = await colleague(server.url, ada.group, "Mia Member");
    await ada.api.post(`/chats/${conversation.id}/members`, { user_ids: [mia.user.id] });
    await (await createVisitor(server.url, chat)).ask("Hello?");
    await expect.poll(() => started().length).toBe(2);
    expect(started()[1].data.chat_id).not.toBe(conversation.id);
  });

  test("contain texts and names only from chats of their creator", async () => {
    const ada = await person(server.url);
    const mia = await colleague(server.url, ada.group, "Mia Member");
    await make(ada.api, ["message.created"]);
    const chat = (await mia.api.post("/chats", { name: "A secret", virtual_assistant_id: null })).body;
    await send(mia.api, chat, "for nobody else");
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(1);
    expect(events("message.created")[0].data).toMatchObject({ chat_id: chat.id, user_id: mia.user.id });
    expect(receiver.received.map(({ body }) => body).join()).not.toMatch(/secret|nobody else/);
  });

  test("receive no events of other groups, of other types, or from the time when they were disabled", async () => {
    const [ada, eve] = [await person(server.url), await person(server.url)];
    const hook = await make(ada.api, ["public.conversation.started"]);
    const others = await make(eve.api, ["message.created"]);
    await eve.api.patch(`/webhooks/${others.id}`, { is_enabled: false });
    for (const { api } of [ada, eve]) await send(api, (await api.post("/chats", {})).body, "hello");
    await eve.api.patch(`/webhooks/${others.id}`, { is_enabled: true });
    const chat = (await eve.api.post("/chats", { virtual_assistant_id: null })).body;
    await send(eve.api, chat, "now");
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(1);
    expect(receiver.received[0]!.json.data).toMatchObject({ message: "now", chat_id: chat.id });
    expect(await listDeliveries(ada.api, hook.id)).toEqual([]);
    expect((await ada.api.get(`/webhooks/${others.id}`)).status).toBe(404);
    expect((await ada.api.get(`/webhooks/${others.id}/deliveries`)).status).toBe(404);
  });

  test("retry deliveries with the same id, automatically and on demand", async () => {
    const ada = await person(server.url);
    const hook = await make(ada.api, ["message.created"]);
    receiver.status = 500;
    const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
    await send(ada.api, chat, "hello");
    const first = async () => (await listDeliveries(ada.api, hook.id)).at(-1);
    await expect.poll(async () => (await first())?.attempts).toBe(1);
    const failed = await first();
    expect(failed).toMatchObject({
      state: "pending",
      response_status: 500,
      error: "The server answered 500.",
    });
    const replay = (id: string) => ada.api.post(`/webhooks/${hook.id}/deliveries/${id}/replay`);
    expect((await replay(failed.id)).status).toBe(409);
    receiver.status = 204;
    await expect.poll(async () => (await first()).state).toBe("delivered");
    const again = await replay(failed.id);
    expect([again.status, again.body.state]).toEqual([200, "pending"]);
    await expect.poll(async () => (await first()).state).toBe("delivered");
    expect(new Set(receiver.received.map(({ json }) => json.id))).toEqual(new Set([failed.id]));
    expect((await replay("00000000-0000-0000-0000-000000000000")).status).toBe(404);
  });

  test("can be tested immediately, and sign with a new secret after its creation", async () => {
    const ada = await person(server.url);
    const hook = await make(ada.api);
    const renewed = (await ada.api.post(`/webhooks/${hook.id}/secret`)).body;
    expect(renewed.secret).not.toBe(hook.secret);
    const tested = await ada.api.post(`/webhooks/${hook.id}/test`);
    expect(tested.body).toMatchObject({
      event: "test",
      state: "delivered",
      attempts: 1,
      response_status: 200,
    });
    const { headers, body } = receiver.received[0]!;
    const [, time, mac] = /^t=(\d+),v1=(.+)$/.exec(headers["parley-signature"]!)!;
    expect(mac).toBe(createHmac("sha256", renewed.secret).update(`${time}.${body}`).digest("hex"));
    receiver.status = 302;
    const failing = (await ada.api.post(`/webhooks/${hook.id}/test`)).body;
    expect(failing).toMatchObject({
      state: "failed",
      response_status: 302,
      error: "The server answered 302.",
    });
    expect((await ada.api.get(`/webhooks/${hook.id}`)).body.last_delivery.id).toBe(failing.id);
  });

  test.each([
    [{ url: "ftp://example.com" }, "url"],
    [{ url: "http://user:pw@example.com" }, "url"],
    [{ url: "http://10.0.0.1/x" }, "url"],
    [{ url: "http://[::ffff:a9fe:a9fe]/" }, "url"],
    [{ url: "http://2130706434/" }, "url"],
    [{ events: [] }, "events"],
    [{ events: ["message.deleted"] }, "events"],
  ])("refuse %j", async (wrong, field) => {
    const ada = await person(server.url);
    const right = { url: `${receiver.url}/hook`, events: all };
    const answer = await ada.api.post("/webhooks", { ...right, ...wrong });
    expect([answer.status, answer.body.detail?.[0].loc.slice(0, 2)]).toEqual([422, ["body", field]]);
  });

  test("with a host name in a private network fail with a message", async () => {
    const ada = await person(server.url);
    const { port } = new URL(receiver.url);
    const url = `http://localhost:${port}/`;
    const hook = (await ada.api.post("/webhooks", { url, events: all })).body;
    const excepted = config().ALLOW_PRIVATE_ADDRESSES;
    config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("")!;
    const tested = (await ada.api.post(`/webhooks/${hook.id}/test`)).body;
    config().ALLOW_PRIVATE_ADDRESSES = excepted;
    expect(tested.error).toMatch(/private network/);
    expect(receiver.received).toEqual([]);
  });

  test("are disabled after three days of failures only, which their creator receives by mail", async () => {
    const ada = await person(server.url);
    const hook = await make(ada.api, ["message.created"]);
    await db().execute(
      sql`update webhooks set updated_at = now() - interval '9 days' where id = ${hook.id}::int`,
    );
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const failed = { webhookId: hook.id, event: "message.created", payload: {}, attempts: 8 };
    await db()
      .insert(webhookDeliveries)
      .values({ ...failed, subject: "old", state: "failed", createdAt: daysAgo(4) });
    receiver.status = 500;
    // Configured late, because every new account would otherwise have to confirm its address.
    config().SMTP_URL = mails.url;
    const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
    await send(ada.api, chat, "hello");
    const isEnabled = async () => (await ada.api.get(`/webhooks/${hook.id}`)).body.is_enabled;
    await expect.poll(isEnabled).toBe(false);
    expect((await mails.next(ada.email)).mail.subject).toBe("One of your webhooks was turned off");
    const [entry] = (await ada.api.get(`/groups/${ada.group.id}/audit-log`)).body;
    expect(entry).toMatchObject({ action: "webhook_switched_off", user: null });
    const { disabled_reason } = (await ada.api.get(`/webhooks/${hook.id}`)).body;
    expect(disabled_reason).toBe("Nothing could be delivered for three days.");
    const on = (await ada.api.patch(`/webhooks/${hook.id}`, { is_enabled: true })).body;
    expect(on).toMatchObject({ is_enabled: true, disabled_reason: null });
  });

  test("are disabled by a 410 answer, and their creator sees the reason and receives it by mail", async () => {
    config().SMTP_URL = undefined;
    const ada = await person(server.url);
    const hook = await make(ada.api, ["message.created"]);
    receiver.status = 410;
    config().SMTP_URL = mails.url;
    const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
    await send(ada.api, chat, "hello");
    const now = async () => (await ada.api.get(`/webhooks/${hook.id}`)).body;
    await expect.poll(async () => (await now()).is_enabled).toBe(false);
    const gone = { state: "failed", attempts: 1, response_status: 410 };
    expect(await now()).toMatchObject({
      disabled_reason: "The address answered 410 (Gone), so deliveries stopped.",
      last_delivery: gone,
    });
    expect((await mails.next(ada.email)).mail.text).toContain("answered 410 (Gone)");
    const [entry] = (await ada.api.get(`/groups/${ada.group.id}/audit-log`)).body;
    expect(entry).toMatchObject({ action: "webhook_switched_off", user: null });
    await send(ada.api, chat, "anybody there?");
    const on = (await ada.api.patch(`/webhooks/${hook.id}`, { is_enabled: true })).body;
    expect(on).toMatchObject({ is_enabled: true, disabled_reason: null });
    // A test delivery that is answered with 410 also disables the webhook.
    expect((await ada.api.post(`/webhooks/${hook.id}/test`)).body).toMatchObject(gone);
    expect((await now()).is_enabled).toBe(false);
    expect(receiver.received.map(({ json }) => json.event)).toEqual(["message.created", "test"]);
  });
});
