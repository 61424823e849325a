import { createHmac } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { client, joined, PASSWORD, person } from "@/test/client";
import { colleague, removeFromGroup, suspend } from "@/test/colleague";
import { startFcmServer } from "@/test/fakes/fcm-server";
import { startModelServer } from "@/test/fakes/model-server";
import { startServer } from "@/test/server";

const fcm = await startFcmServer();
const model = await startModelServer();
Object.assign(process.env, {
  FIREBASE_SERVICE_ACCOUNT: JSON.stringify(fcm.account),
  FIREBASE_FCM_URL: fcm.url,
  OPENAI_BASE_URL: model.url,
  APP_URL: "https://parley.test",
  SIGN_UP: "open",
  INBOUND_EMAIL_DOMAIN: "in.parley.test",
  INBOUND_EMAIL_SECRET: "a secret of mails",
});
const server = await startServer();
afterAll(async () => {
  await server.close();
  await model.close();
  await fcm.close();
});

const anyone = client(server.url);
type Api = typeof anyone;
const ada = await person(server.url, "Ada Owner");
let count = 0;
// Registers a device whose token begins with `kind`.
async function device(api: Api, kind = "phone") {
  const token = `${kind}-${++count}`;
  expect((await api.post("/auth/fcm/register", { token })).status).toBe(201);
  return token;
}
const listDevices = async (userId: number) =>
  (
    await db().execute<{ token: string }>(
      `select token from push_devices where user_id = ${userId} order by id`,
    )
  ).map(({ token }) => token);
async function chatOfTwo() {
  const ada = await person(server.url, "Ada");
  const bob = await colleague(server.url, ada.group, "Bob");
  const given = { name: "Plans", virtual_assistant_id: null, member_user_ids: [bob.user.id] };
  return { ada, bob, chat: (await ada.api.post("/chats", given)).body };
}
async function say(api: Api, chat: { id: number }, text: string): Promise<number> {
  const sent = await api.multipart(`/chats/${chat.id}/messages`, { message_input: text, is_sync: "true" });
  expect(sent.status).toBeLessThan(300);
  return sent.body.user_message_id;
}
const accepted = (token: string) => fcm.accepted.filter((message) => message.token === token);
const pushed = (token: string) => expect.poll(() => accepted(token).length);
// Waits until all push runs have ended, so that the absence of a push can be asserted.
const settled = () =>
  expect
    .poll(async () => {
      const [row] = await db().execute<{ open: number }>(
        "select count(*)::int as open from background_runs where status in ('queued', 'running') and function_id = 'push'",
      );
      return row!.open;
    })
    .toBe(0);

describe("devices", () => {
  test("can be registered and invalidated repeatedly", async () => {
    const ada = await person(server.url);
    const given = { token: "one", device_id: "pixel", platform: "android" };
    for (let n = 0; n < 2; n++) {
      const made = await ada.api.post("/auth/fcm/register", given);
      expect(made).toMatchObject({ status: 201, body: { success: true } });
    }
    expect(await listDevices(ada.user.id)).toEqual(["one"]);
    for (let n = 0; n < 2; n++) {
      const gone = await ada.api.post("/auth/fcm/invalidate", { token: "one" });
      expect([gone.status, gone.body]).toEqual([204, ""]);
    }
    expect(await listDevices(ada.user.id)).toEqual([]);
    expect((await anyone.post("/auth/fcm/register", given)).status).toBe(401);
    expect((await anyone.post("/auth/fcm/invalidate", given)).status).toBe(401);
  });

  test("have one token each, belong to the last person who registered them, and are limited to fifty", async () => {
    const [ada, eve] = [await person(server.url), await person(server.url)];
    await ada.api.post("/auth/fcm/register", { token: "older", device_id: "pixel" });
    await ada.api.post("/auth/fcm/register", { token: "newer", device_id: "pixel" });
    expect(await listDevices(ada.user.id)).toEqual(["newer"]);
    await eve.api.post("/auth/fcm/register", { token: "newer" });
    expect([await listDevices(ada.user.id), await listDevices(eve.user.id)]).toEqual([[], ["newer"]]);
    // A token of somebody else is not invalidated.
    expect((await ada.api.post("/auth/fcm/invalidate", { token: "newer" })).status).toBe(204);
    expect(await listDevices(eve.user.id)).toEqual(["newer"]);
    await Promise.all(Array.from({ length: 60 }, () => device(ada.api)));
    expect(await listDevices(ada.user.id)).toHaveLength(50);
  });

  test.each([
    [{}],
    [{ token: "" }],
    [{ token: " " }],
    [{ token: 7 }],
    [{ token: "t".repeat(5000) }],
    [{ token: "a\0" }],
    [{ token: "a", platform: "toaster" }],
    [{ token: "a", device_id: "d".repeat(300) }],
  ])("cannot be registered with %j", async (given) => {
    const ada = await person(server.url);
    expect((await ada.api.post("/auth/fcm/register", given)).status).toBe(422);
  });
});

describe("a new message", () => {
  test("is pushed to the devices of other members, but not to its author's", async () => {
    const { ada, bob, chat } = await chatOfTwo();
    const [own, phone, tablet] = [await device(ada.api), await device(bob.api), await device(bob.api)];
    const id = await say(ada.api, chat, "  Shall we meet? ");
    await pushed(phone).toBe(1);
    await pushed(tablet).toBe(1);
    expect(accepted(phone)[0]).toEqual({
      token: phone,
      notification: { title: "Ada · Plans", body: "Shall we meet?" },
      data: { chat_id: String(chat.id), chat_uuid: chat.uuid, message_id: String(id) },
      android: { notification: { tag: `message-${id}` } },
      apns: {
        headers: { "apns-collapse-id": `message-${id}` },
        payload: { aps: { "thread-id": chat.uuid } },
      },
      webpush: {
        notification: { tag: `message-${id}` },
        fcm_options: { link: `https://parley.test/chats/${chat.uuid}` },
      },
    });
    await say(bob.api, chat, "Yes");
    await pushed(own).toBe(1);
    await settled();
    expect([accepted(own).length, accepted(phone).length]).toEqual([1, 1]);
  });

  test("is pushed as plain text without fetching its pictures", async () => {
    const { ada, bob, chat } = await chatOfTwo();
    const phone = await device(bob.api);
    const text = '![x](https://evil.test/x.png) <img src="https://evil.test/x.png">';
    await say(ada.api, chat, text);
    await pushed(phone).toBe(1);
    const { notification, ...rest } = accepted(phone)[0]!;
    expect(notification).toEqual({ title: "Ada · Plans", body: text });
    expect(JSON.stringify(rest)).not.toContain("evil.test");
  });

  test("is cut to the limit of FCM between whole characters", async () => {
    const { ada, bob, chat } = await chatOfTwo();
    const phone = await device(bob.api);
    await say(ada.api, chat, "😀".repeat(5000));
    await pushed(phone).toBe(1);
    const [message] = accepted(phone);
    expect(message!.notification.body).toBe(`${"😀".repeat(239)}…`);
    expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(4096);
  });

  test("of an assistant is pushed once to the person whom it answers", async () => {
    const ada = await person(server.url, "Ada");
    const phone = await device(ada.api);
    const chat = (await ada.api.post("/chats", { name: "Questions" })).body;
    await say(ada.api, chat, "Hello");
    await pushed(phone).toBe(1);
    expect(accepted(phone)[0]!.notification).toMatchObject({
      title: expect.stringContaining(" · Questions"),
      body: expect.stringContaining("Hello"),
    });
  });

  test("is not pushed to people who muted the chat, left the group, are suspended or invalidated their device", async () => {
    const { ada, bob, chat } = await chatOfTwo();
    const muted = await device(bob.api);
    await bob.api.patch(`/chats/${chat.id}/me`, { muted: true });
    await say(ada.api, chat, "Quiet");
    await settled();
    expect(fcm.tried).not.toContain(muted);
    await bob.api.patch(`/chats/${chat.id}/me`, { muted: false });
    await say(ada.api, chat, "Loud");
    await pushed(muted).toBe(1);

    await bob.api.post("/auth/fcm/invalidate", { token: muted });
    const next = await device(bob.api);
    await suspend(bob.user.id);
    await say(ada.api, chat, "Suspended");
    await settled();
    await db().execute(`update users set disabled_at = null where id = ${bob.user.id}`);
    await removeFromGroup(ada.group, bob.user.id);
    await say(ada.api, chat, "Gone");
    await settled();
    expect(accepted(muted)).toHaveLength(1);
    expect(fcm.tried).not.toContain(next);
  });

  test("is not pushed to devices registered before a suspension, a removal or a change of the password", async () => {
    const bob = await joined(server.url, ada, "Bob");
    const given = { name: "Plans", virtual_assistant_id: null, member_user_ids: [bob.user.id] };
    const chat = (await ada.api.post("/chats", given)).body;
    const elsewhere = async () => {
      const login = (await anyone.form("/auth/login", { username: bob.email, password: PASSWORD })).body;
      return anyone.as(`Bearer ${login.access_token}`);
    };
    const again = async () => {
      const all = (await (await elsewhere()).post("/auth/login/group", [])).body;
      const own = all.find(({ group }: { group: { id: string } }) => group.id === ada.group.id);
      return anyone.as(`Bearer ${own.access_token}`);
    };
    const leaveAndReturn = [
      async () => {
        await ada.api.post(`/installation/accounts/${bob.user.id}/suspend`);
        await ada.api.post(`/installation/accounts/${bob.user.id}/reactivate`);
      },
      async () => {
        await ada.api.del(`/groups/${ada.group.id}/members/${bob.user.id}`);
        const { link } = (await ada.api.post(`/groups/${ada.group.id}/invitations`, {})).body;
        await (await elsewhere()).post("/groups/join", { invitation_token: link.split("/").at(-1) });
        await ada.api.post(`/chats/${chat.id}/members`, { user_ids: [bob.user.id] });
      },
    ];
    for (const leave of leaveAndReturn) {
      const before = await device(await again());
      await leave();
      const after = await device(await again());
      await say(ada.api, chat, "Welcome back");
      await pushed(after).toBe(1);
      await settled();
      expect(fcm.tried).not.toContain(before);
    }
    const before = await device(await again());
    const body = { current_password: PASSWORD, new_password: `${PASSWORD}!` };
    expect((await (await again()).patch("/auth/change-password", body)).status).toBe(200);
    await say(ada.api, chat, "Are you there?");
    await settled();
    expect(fcm.tried).not.toContain(before);
  });

  test("removes devices that Firebase no longer knows, and no others", async () => {
    const { ada, bob, chat } = await chatOfTwo();
    for (const kind of ["unregistered", "invalid", "mismatch"]) await device(bob.api, kind);
    const [refused, phone] = [await device(bob.api, "refused"), await device(bob.api)];
    await say(ada.api, chat, "Hello");
    await pushed(phone).toBe(1);
    await settled();
    expect(await listDevices(bob.user.id)).toEqual([refused, phone]);
    // A `refused` push is not retried.
    expect(fcm.tried.filter((token) => token === refused)).toHaveLength(1);
  });

  test("is pushed again only to devices for which Google was busy", async () => {
    const { ada, bob, chat } = await chatOfTwo();
    const [busy, phone] = [await device(bob.api, "busy"), await device(bob.api)];
    await say(ada.api, chat, "Hello");
    await pushed(busy).toBe(1);
    await settled();
    expect(accepted(phone)).toHaveLength(1);
  });

  test("reuses the access token of Google, and requests a new one when it is revoked", async () => {
    const { ada, bob, chat } = await chatOfTwo();
    const phone = await device(bob.api);
    await say(ada.api, chat, "One");
    await pushed(phone).toBe(1);
    const before = fcm.accessTokens();
    await say(ada.api, chat, "Two");
    await pushed(phone).toBe(2);
    expect(fcm.accessTokens()).toBe(before);
    fcm.revoke();
    await say(ada.api, chat, "Three");
    await pushed(phone).toBe(3);
    expect(fcm.accessTokens()).toBe(before + 1);
  });
});

test("a held mail is pushed to the admins of its chat only", async () => {
  const { ada, bob } = await chatOfTwo();
  const given = { name: "Plans", email_integration_enabled: true, member_user_ids: [bob.user.id] };
  const chat = (await ada.api.post("/chats", given)).body;
  const [admins, members] = [await device(ada.api), await device(bob.api)];
  const { email_address } = (await ada.api.get(`/chats/${chat.id}`)).body;
  const body = `From: Sam <sam@stranger.test>\r\nTo: ${email_address}\r\nSubject: An offer\r\n\r\nHello.`;
  const signature = createHmac("sha256", "a secret of mails").update(body).digest("hex");
  const headers = { "content-type": "message/rfc822", "x-signature": `sha256=${signature}` };
  expect((await anyone.send("POST", "/inbound-mail/raw", { body, headers })).body.states).toEqual(["held"]);
  await pushed(admins).toBe(1);
  expect(accepted(admins)[0]).toMatchObject({
    notification: { title: "Plans", body: "An e-mail from Sam is waiting for your approval: An offer" },
    data: { chat_id: String(chat.id), chat_uuid: chat.uuid },
    android: { notification: { tag: `mails-${chat.id}` } },
  });
  await settled();
  expect(fcm.tried).not.toContain(members);
});
