import { createHmac, randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { startDue } from "@/lib/chat/jobs/running";
import { collect } from "@/lib/chat/webhooks/collect-deliveries";
import { client, joined, listen, PASSWORD, person } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { startReceiver } from "@/test/fakes/webhook-receiver";
import { startServer } from "@/test/server";
import { createVisitor, publicChat } from "@/test/visitor";

// Suspended accounts and groups stop acting, and return when reactivated.
const model = await startModelServer();
const receiver = await startReceiver();
const SECRET = "a secret of the mail webhook";
Object.assign(process.env, {
  OPENAI_BASE_URL: model.url,
  ALLOW_PRIVATE_ADDRESSES: "127.0.0.1",
  INBOUND_EMAIL_DOMAIN: "in.example.test",
  INBOUND_EMAIL_SECRET: SECRET,
});
const server = await startServer();
afterAll(async () => {
  await server.close();
  await model.close();
  await receiver.close();
});
const anyone = client(server.url);
const owner = await person(server.url, "Olga Owner");

const changeAccount = (id: number, deed: "suspend" | "reactivate", api = owner.api) =>
  api.post(`/installation/accounts/${id}/${deed}`);
const changeGroup = (id: string, deed: "suspend" | "reactivate", api = owner.api) =>
  api.post(`/installation/groups/${id}/${deed}`);
const login = (username: string, password = PASSWORD) => anyone.form("/auth/login", { username, password });
const tomorrow = () => new Date(Date.now() + 25 * 3_600_000);
const daily = { name: "Stand-up", prompt: "What is new?", cron: "0 9 * * *", time_zone: "UTC" };
type Api = typeof owner.api;

// Starts a reply that streams one word per second.
async function replying(api: Api) {
  const chat = (await api.post("/chats", {})).body;
  const sent = await api.multipart(`/chats/${chat.id}/messages`, {
    message_input: "[[fake trickle]] go on",
    is_sync: "false",
  });
  const path = `/chats/streaming/${sent.body.streaming_task_id}`;
  await expect.poll(async () => (await api.get(path)).body.text).not.toBe("");
  return path;
}
const hook = async (api: Api) =>
  (await api.post("/webhooks", { url: `${receiver.url}/${randomUUID()}`, events: ["message.created"] })).body;

describe("a suspended account", () => {
  test("loses its credentials, open streams and running replies, and signs in as with a wrong password", async () => {
    const eve = await person(server.url, "Eve Example");
    const { token } = (await eve.api.post("/users/me/api-tokens", { name: "ci" })).body;
    const byToken = anyone.as(`Token ${token}`);
    const loginToken = (await login(eve.email)).body.access_token;
    const path = await replying(eve.api);
    const events = await listen(byToken, "/users/me/events");
    const reply = await listen(eve.api, path);
    const aborted = model.aborted;
    const { id } = (await eve.api.post("/chats", { virtual_assistant_id: null })).body;
    const again = (api: Api) =>
      api.multipart(`/chats/${id}/messages`, { message_input: "once" }, { "idempotency-key": "kept" });
    for (const api of [eve.api, byToken]) expect((await again(api)).status).toBe(200);

    const suspended = await changeAccount(eve.user.id, "suspend");
    expect(suspended.status).toBe(200);
    expect(suspended.body.suspended_at).not.toBeNull();

    for (const api of [eve.api, byToken, anyone.as(`Bearer ${loginToken}`)])
      for (const ask of [() => api.get("/chats"), () => again(api)]) expect((await ask()).status).toBe(401);
    const refreshed = { refresh_token: eve.refreshToken };
    expect((await anyone.post("/auth/refresh", refreshed)).status).toBe(401);
    expect((await anyone.post("/auth/refresh-token", refreshed)).status).toBe(401);
    const groups = await anyone.as(`Bearer ${loginToken}`).post("/auth/login/group", []);
    expect(groups.status).toBe(401);
    const [right, wrong] = [await login(eve.email), await login(eve.email, "not the right one")];
    expect({ ...right, headers: 0 }).toEqual({ ...wrong, headers: 0 });
    // The suspension ends both streams and the model call.
    await events.ended(() => false);
    await reply.ended(() => false);
    await expect.poll(() => model.aborted).toBe(aborted + 1);

    expect((await changeAccount(eve.user.id, "reactivate")).body.suspended_at).toBeNull();
    expect((await login(eve.email)).status).toBe(200);
    const back = anyone.as(`Bearer ${(await login(eve.email)).body.access_token}`);
    expect((await back.get(path)).body).toMatchObject({ status: "cancelled", finished: true });
    // Earlier credentials stay invalid.
    for (const api of [eve.api, byToken]) expect((await api.get("/chats")).status).toBe(401);
  });

  test("has no jobs and webhooks until it is reactivated, and loses its invitations", async () => {
    const host = await person(server.url, "Hugo Host");
    const admin = await joined(server.url, host, "Anna Admin");
    await host.api.patch(`/groups/${host.group.id}/members/${admin.user.id}`, { role: "admin" });
    const chat = (
      await admin.api.post("/chats", { scheduled_jobs_enabled: true, member_user_ids: [host.user.id] })
    ).body;
    const jobs = `/chats/${chat.id}/jobs`;
    const { id } = (await admin.api.post(jobs, daily)).body;
    await hook(admin.api);
    const { link } = (await admin.api.post(`/groups/${host.group.id}/invitations`, {})).body;
    const join = (api: Api) => api.post("/groups/join", { invitation_token: link.split("/").at(-1) });
    await changeAccount(admin.user.id, "suspend");

    await startDue(tomorrow());
    expect((await host.api.get(`${jobs}/${id}/runs`)).body).toEqual([]);
    const heard = receiver.received.length;
    await host.api.multipart(`/chats/${chat.id}/messages`, { message_input: "Anybody here?" });
    await collect();
    expect(receiver.received.length).toBe(heard);
    const stranger = await person(server.url, "Sam Stranger");
    expect((await join(stranger.api)).status).toBe(404);

    await changeAccount(admin.user.id, "reactivate");
    await startDue(tomorrow());
    expect((await host.api.get(`${jobs}/${id}/runs`)).body).toHaveLength(1);
    expect((await join(stranger.api)).status).toBe(404);
    await host.api.multipart(`/chats/${chat.id}/messages`, { message_input: "Welcome back" });
    await expect.poll(() => receiver.received.length).toBeGreaterThan(heard);
  });
});

describe("a suspended group", () => {
  test("is closed to its members, who sign in to their other groups only", async () => {
    const host = await person(server.url, "Hugo Host");
    const guest = await joined(server.url, host, "Gwen Guest");
    const { token } = (await guest.api.post("/users/me/api-tokens", { name: "ci" })).body;
    const path = await replying(guest.api);
    const reply = await listen(guest.api, path);
    const aborted = model.aborted;
    const { link } = (await host.api.post(`/groups/${host.group.id}/invitations`, {})).body;
    expect((await changeGroup(host.group.id, "suspend")).body.suspended_at).not.toBeNull();

    for (const api of [host.api, guest.api, anyone.as(`Token ${token}`)])
      expect((await api.get("/chats")).status).toBe(401);
    await reply.ended(() => false);
    await expect.poll(() => model.aborted).toBe(aborted + 1);
    expect((await login(host.email)).body.groups).toEqual([]);
    const { groups, access_token } = (await login(guest.email)).body;
    expect(groups.map(({ name }: { name: string }) => name)).toEqual(["Gwen Guest's group"]);
    const own = anyone.as(`Bearer ${access_token}`);
    expect((await own.get("/groups")).body).toHaveLength(1);
    const invitation_token = link.split("/").at(-1);
    const late = await person(server.url, "Lena Late");
    expect((await late.api.post("/groups/join", { invitation_token })).status).toBe(404);

    await changeGroup(host.group.id, "reactivate");
    expect((await anyone.as(`Token ${token}`).get("/chats")).status).toBe(200);
    expect((await login(guest.email)).body.groups).toHaveLength(2);
    expect((await late.api.post("/groups/join", { invitation_token })).status).toBe(200);
    const log = (await host.api.get(`/groups/${host.group.id}/audit-log`)).body;
    const told = log.map(({ action }: { action: string }) => action);
    expect(told).toEqual(expect.arrayContaining(["group_suspended", "group_reactivated"]));
  });

  test("shows nothing to visitors, and accepts no mails, jobs and webhooks", async () => {
    const host = await person(server.url, "Hugo Host");
    const chat = await publicChat(host);
    for (const setting of ["email_integration_enabled", "scheduled_jobs_enabled"])
      await host.api.put(`/chats/${chat.id}/${setting}?${setting}=true`);
    const job = (await host.api.post(`/chats/${chat.id}/jobs`, daily)).body;
    await hook(host.api);
    const visitor = await createVisitor(server.url, chat);
    const stream = await listen({ ...anyone, authorization: "" }, `${visitor.base}/events`, {
      headers: visitor.headers,
    });
    await stream.named("ready");
    const mail = async () => {
      const raw = [
        `From: ${host.email}`,
        `To: ${chat.uuid}@in.example.test`,
        "Subject: Plans",
        `Message-ID: <${randomUUID()}@example.test>`,
        "Content-Type: text/plain",
        "",
        "Hello.",
      ].join("\r\n");
      const signature = `sha256=${createHmac("sha256", SECRET).update(raw).digest("hex")}`;
      const headers = { "content-type": "message/rfc822", "x-signature": signature };
      return (await anyone.send("POST", "/inbound-mail/raw", { body: raw, headers })).body.states;
    };
    expect(await mail()).toHaveLength(1);
    const heard = receiver.received.length;
    await changeGroup(host.group.id, "suspend");

    await stream.ended(() => false);
    expect((await visitor.say("Hello?")).status).toBe(404);
    expect((await anyone.post(`${visitor.base}/public-session`, {})).status).toBe(404);
    expect((await anyone.get(`${visitor.base}/messages`, visitor.headers)).status).toBe(404);
    expect(await mail()).toEqual([]);
    await startDue(tomorrow());
    await collect();
    expect(receiver.received.length).toBe(heard);

    await changeGroup(host.group.id, "reactivate");
    expect((await visitor.say("Hello again")).status).toBe(200);
    const { access_token } = (await login(host.email)).body;
    const runs = await anyone.as(`Bearer ${access_token}`).get(`/chats/${chat.id}/jobs/${job.id}/runs`);
    expect(runs.body).toEqual([]);
  });
});

describe("suspending accounts and groups", () => {
  test("is possible only for the owner of the installation, but not for themselves and their groups", async () => {
    const eve = await person(server.url, "Eve Example");
    for (const answer of [
      await changeAccount(owner.user.id, "suspend", eve.api),
      await changeGroup(owner.group.id, "suspend", eve.api),
      await eve.api.get("/installation/accounts"),
      await eve.api.get("/installation/groups"),
      await eve.api.get("/installation/settings"),
      await eve.api.patch("/installation/settings", { monthly_tokens: 1 }),
      await eve.api.patch(`/installation/groups/${eve.group.id}`, { operator_monthly_tokens: 0 }),
    ])
      expect(answer.status).toBe(403);
    expect((await changeAccount(owner.user.id, "suspend")).status).toBe(409);
    expect((await changeGroup(owner.group.id, "suspend")).status).toBe(409);
    expect((await changeAccount(2_000_000_000, "suspend")).status).toBe(404);
    expect((await changeGroup(randomUUID(), "suspend")).status).toBe(404);
    expect((await owner.api.get("/chats")).status).toBe(200);
  });

  test("finds them by a search with pages", async () => {
    const name = `Zoë 100%_${randomUUID().slice(0, 8)}`;
    const people = [await person(server.url, name), await person(server.url, name)];
    const search = encodeURIComponent(name.replace("Zoë", "zoe"));
    const first = await owner.api.get(`/installation/accounts?search=${search}&page_size=1`);
    expect(first.headers.get("x-total-count")).toBe("2");
    expect(first.body).toMatchObject([{ id: people[1]!.user.id, groups_count: 1, suspended_at: null }]);
    const byMail = await owner.api.get(
      `/installation/accounts?search=${encodeURIComponent(people[0]!.email)}`,
    );
    expect(byMail.body).toMatchObject([{ id: people[0]!.user.id }]);
    const groups = await owner.api.get(`/installation/groups?search=${search}&page=2&page_size=1`);
    expect(groups.body).toMatchObject([{ id: people[0]!.group.id, members_count: 1 }]);
  });
});
