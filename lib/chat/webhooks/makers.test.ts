import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type Client, joined, person } from "@/test/client";
import { removeFromChat, suspend } from "@/test/colleague";
import { startReceiver } from "@/test/fakes/webhook-receiver";
import { query } from "@/test/query";
import { startServer } from "@/test/server";

/** Deliveries contain what the webhook's creator may see, and only the creator can read them in Parley. */
process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
const server = await startServer();
const [receiver, elsewhere] = [await startReceiver(), await startReceiver()];
afterAll(async () => {
  await server.close();
  await receiver.close();
  await elsewhere.close();
});
beforeEach(() => {
  for (const one of [receiver, elsewhere]) {
    one.received.length = 0;
    one.status = 200;
  }
});

const SECRET = "the salary is 4711 crowns";

// Ada owns the group and created the webhook. Max is an admin and in none of her chats.
async function scene() {
  const ada = await person(server.url, "Ada Maker");
  const max = await joined(server.url, ada, "Max Admin");
  await ada.api.patch(`/groups/${ada.group.id}/members/${max.user.id}`, { role: "admin" });
  const url = `${receiver.url}/hook`;
  const hook = (await ada.api.post("/webhooks", { url, events: ["message.created"] })).body;
  const chat = (await ada.api.post("/chats", { name: "Private plans", virtual_assistant_id: null })).body;
  return { ada, max, hook, chat };
}
const send = (api: Client, chat: { id: number }, text = SECRET) =>
  api.multipart(`/chats/${chat.id}/messages`, { message_input: text });
const listDeliveries = async (api: Client, { id }: { id: number }) =>
  (await api.get(`/webhooks/${id}/deliveries`)).body;
const newest = async (api: Client, hook: { id: number }) => (await listDeliveries(api, hook))[0];
const replay = (api: Client, hook: { id: number }, delivery: { id: string }) =>
  api.post(`/webhooks/${hook.id}/deliveries/${delivery.id}/replay`);
const heard = ({ received }: { received: { body: string }[] }) => received.map(({ body }) => body).join("\n");

describe("a webhook delivery", () => {
  test("is shown with its contents to its creator only, and without them to other admins", async () => {
    const { ada, max, hook, chat } = await scene();
    await send(ada.api, chat);
    await expect.poll(async () => (await newest(ada.api, hook))?.state).toBe("delivered");
    expect((await newest(ada.api, hook)).payload.data).toMatchObject({
      message: SECRET,
      chat_name: "Private plans",
    });
    const seen = await newest(max.api, hook);
    expect(seen).toMatchObject({ event: "message.created", state: "delivered", response_status: 200 });
    expect(seen.payload).toBeNull();
    const answers = [
      await max.api.get("/webhooks"),
      await max.api.get(`/webhooks/${hook.id}`),
      await max.api.get(`/webhooks/${hook.id}/deliveries`),
      await replay(max.api, hook, seen),
      await max.api.post(`/webhooks/${hook.id}/test`),
      await max.api.patch(`/webhooks/${hook.id}`, { is_enabled: true }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/4711 crowns|Private plans/);
    expect((await ada.api.get("/webhooks")).body[0].last_delivery.payload).toMatchObject({ event: "test" });
  });

  test("is stored without texts and names", async () => {
    const { ada, hook, chat } = await scene();
    await send(ada.api, chat);
    await expect.poll(() => heard(receiver)).toContain(SECRET);
    const rows = await query`select * from webhook_deliveries where webhook_id = ${hook.id}`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/4711 crowns|Private plans/);
  });

  test("is replayed without what was deleted and without chats that its creator has left", async () => {
    const { ada, max, hook, chat } = await scene();
    const { user_message_id } = (await send(ada.api, chat)).body;
    await expect.poll(() => heard(receiver)).toContain(SECRET);
    const again = async () => {
      const before = receiver.received.length;
      expect((await replay(max.api, hook, await newest(ada.api, hook))).status).toBe(200);
      await expect.poll(() => receiver.received.length).toBe(before + 1);
      return receiver.received.at(-1)!.json.data;
    };
    expect(await again()).toMatchObject({ message: SECRET, chat_name: "Private plans" });
    await removeFromChat(chat, ada.user.id);
    const left = await again();
    expect(left).toMatchObject({ chat_id: chat.id, message_id: user_message_id });
    expect(left).not.toHaveProperty("message");
    expect(left).not.toHaveProperty("chat_name");
    expect(JSON.stringify(await newest(ada.api, hook))).not.toMatch(/4711 crowns|Private plans/);

    const own = (await ada.api.post("/chats", { name: "Own", virtual_assistant_id: null })).body;
    const second = (await send(ada.api, own, "take this back")).body.user_message_id;
    await expect.poll(() => heard(receiver)).toContain("take this back");
    expect((await ada.api.del(`/chats/${own.id}/messages/${second}`)).status).toBe(200);
    const gone = await again();
    expect(gone).toMatchObject({ message_id: second, chat_name: "Own" });
    expect(gone).not.toHaveProperty("message");
  });
});

describe("a webhook of another admin", () => {
  test("can be enabled, disabled and deleted, but not sent to another address", async () => {
    const { ada, max, hook } = await scene();
    for (const change of [
      { url: `${elsewhere.url}/` },
      { events: ["message.created", "reply.finished"] },
      { url: `${elsewhere.url}/`, is_enabled: true },
    ]) {
      const refused = await max.api.patch(`/webhooks/${hook.id}`, change);
      expect([refused.status, refused.body.message]).toEqual([
        403,
        expect.stringContaining("Create a new secret first"),
      ]);
    }
    expect((await ada.api.get(`/webhooks/${hook.id}`)).body).toMatchObject({
      url: `${receiver.url}/hook`,
      events: ["message.created"],
    });
    for (const is_enabled of [false, true])
      expect((await max.api.patch(`/webhooks/${hook.id}`, { is_enabled })).body.is_enabled).toBe(is_enabled);
    expect((await max.api.del(`/webhooks/${hook.id}`)).status).toBe(200);
  });

  test("can be taken over with a new secret, loses its queue, and sends what its new creator can see", async () => {
    const { ada, max, hook, chat } = await scene();
    receiver.status = 500;
    await send(ada.api, chat);
    await expect.poll(async () => (await newest(ada.api, hook))?.attempts).toBe(1);
    const taken = (await max.api.post(`/webhooks/${hook.id}/secret`)).body;
    expect(taken).toMatchObject({ created_by: { id: max.user.id }, is_enabled: false });
    expect(taken.secret).toMatch(/^whsec_/);
    expect(taken.secret).not.toBe(hook.secret);
    const dropped = await newest(max.api, hook);
    expect(dropped).toMatchObject({ state: "failed", error: "Max Admin took the webhook over." });
    expect(JSON.stringify(dropped)).not.toMatch(/4711 crowns|Private plans/);
    expect((await ada.api.patch(`/webhooks/${hook.id}`, { events: ["reply.finished"] })).status).toBe(403);

    const change = { url: `${elsewhere.url}/`, is_enabled: true };
    expect((await max.api.patch(`/webhooks/${hook.id}`, change)).status).toBe(200);
    expect((await replay(max.api, hook, dropped)).status).toBe(200);
    await send(ada.api, chat);
    const own = (await max.api.post("/chats", { name: "Own", virtual_assistant_id: null })).body;
    await send(max.api, own, "a note of my own");
    await expect.poll(() => heard(elsewhere)).toContain("a note of my own");
    await expect.poll(() => elsewhere.received.length).toBe(3);
    expect(heard(elsewhere)).not.toMatch(/4711 crowns|Private plans/);
    const [entry] = (await ada.api.get(`/groups/${ada.group.id}/audit-log?page_size=100`)).body.filter(
      ({ action }: { action: string }) => action === "webhook_taken_over",
    );
    expect(entry).toMatchObject({ user: { id: max.user.id }, subject: { id: ada.user.id } });
  });
});

describe("a webhook of a creator losing permission", () => {
  test.each([
    ["is removed from the group", (who: Scene) => remove(who)],
    ["is made a member", (who: Scene) => setRole(who, "member")],
    ["is suspended", ({ max }: Scene) => suspend(max.user.id)],
  ])("who %s sends nothing until another admin takes it over", async (_, lose) => {
    const all = await scene();
    const { ada, max } = all;
    const url = `${receiver.url}/hook`;
    const hook = (await max.api.post("/webhooks", { url, events: ["message.created"] })).body;
    expect(hook.is_orphaned).toBe(false);
    await ada.api.patch(`/webhooks/${all.hook.id}`, { is_enabled: false });
    receiver.status = 500;
    const both = { name: "Both", virtual_assistant_id: null, member_user_ids: [max.user.id] };
    const chat = (await ada.api.post("/chats", both)).body;
    await send(ada.api, chat);
    await expect.poll(async () => (await newest(ada.api, hook))?.attempts).toBe(1);
    const before = receiver.received.length;
    receiver.status = 200;
    await lose(all);
    expect((await ada.api.get(`/webhooks/${hook.id}`)).body.is_orphaned).toBe(true);
    // The next attempt drops the queued delivery.
    await expect.poll(async () => (await newest(ada.api, hook)).state).toBe("failed");
    const dropped = await newest(ada.api, hook);
    expect(dropped.error).toContain("can no longer manage webhooks");
    expect((await replay(ada.api, hook, dropped)).status).toBe(409);
    await send(ada.api, chat, "later");
    // Another webhook receives the event; this one does not.
    const own = (await ada.api.post("/webhooks", { url: elsewhere.url, events: ["message.created"] })).body;
    await send(ada.api, chat, "last");
    await expect.poll(() => heard(elsewhere)).toContain("last");
    expect(await listDeliveries(ada.api, hook)).toHaveLength(1);
    expect(receiver.received).toHaveLength(before);
    await ada.api.del(`/webhooks/${own.id}`);

    await ada.api.post(`/webhooks/${hook.id}/secret`);
    const on = (await ada.api.patch(`/webhooks/${hook.id}`, { is_enabled: true })).body;
    expect(on).toMatchObject({ is_orphaned: false, created_by: { id: ada.user.id } });
    await send(ada.api, chat, "again");
    await expect.poll(() => heard(receiver)).toContain("again");
  });
});

type Scene = Awaited<ReturnType<typeof scene>>;
const setRole = ({ ada, max }: Scene, role: string) =>
  ada.api.patch(`/groups/${ada.group.id}/members/${max.user.id}`, { role });
const remove = ({ ada, max }: Scene) => ada.api.del(`/groups/${ada.group.id}/members/${max.user.id}`);
