import { eq, ne, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { users } from "@/db/schema/accounts";
import { client, PASSWORD, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

const anyone = client(server.url);
const UUID = "00000000-0000-4000-8000-000000000000";

// Signs the user in again, as another client.
async function again({ email }: { email: string }, userAgent = "Another program") {
  const login = await anyone.form("/auth/login", { username: email, password: PASSWORD });
  const api = client(server.url, `Bearer ${login.body.access_token}`);
  const tokens = await api.post("/auth/login/group", [], { "user-agent": userAgent });
  const [{ access_token, refresh_token }] = tokens.body;
  return { api: client(server.url, `Bearer ${access_token}`), refreshToken: refresh_token as string };
}
async function program({ api }: { api: typeof anyone }) {
  const { body } = await api.post("/users/me/api-tokens", { name: "Program" });
  return client(server.url, `Token ${body.token}`);
}

describe("the caller's account", () => {
  test("is returned without secrets", async () => {
    const ada = await person(server.url);
    const answer = await ada.api.get("/users/me");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...ada.user,
      created_at: expect.any(String),
      email_confirmed: expect.any(Boolean),
      has_password: true,
      firebase_linked: false,
      mention_name: null,
      favorite_models: [],
      queues_messages: true,
      suggests_follow_ups: false,
      uses_memory: null,
      send_key: "enter",
      shortcuts: {
        find: "mod+k",
        searchChats: "mod+shift+f",
        newChat: "mod+shift+o",
        toggleSidebar: "mod+shift+s",
        messageField: "shift+escape",
        list: "mod+/",
      },
      language: null,
      groups: [ada.group],
    });
    expect((await anyone.get("/users/me")).status).toBe(401);
    expect((await (await program(ada)).get("/users/me")).body.id).toBe(ada.user.id);
  });

  test("keeps the key that sends and changed shortcuts", async () => {
    const { api } = await person(server.url);
    const change = async (body: object) => (await api.patch("/users/me", body)).body;
    expect(await change({ send_key: "mod+enter" })).toMatchObject({ send_key: "mod+enter" });
    await change({ shortcuts: { newChat: "alt+n" } });
    const changed = await change({ shortcuts: { find: "f2", list: "mod+alt+shift+l" } });
    expect(changed.shortcuts).toMatchObject({ newChat: "alt+n", find: "f2", toggleSidebar: "mod+shift+s" });
    expect((await change({ shortcuts: { newChat: null } })).shortcuts).toMatchObject({
      newChat: "mod+shift+o",
      find: "f2",
    });
    // Two that change places don't have the same keys in between.
    const swapped = { find: "mod+shift+o", newChat: "f2" };
    expect((await change({ shortcuts: swapped })).shortcuts).toMatchObject(swapped);
    for (const shortcuts of [
      { find: "k" },
      { find: "shift+k" },
      { find: "mod+" },
      { find: "mod+shift+s" },
      { unknown: "mod+x" },
      { find: "mod+k ".padEnd(50, "k") },
    ])
      expect((await api.patch("/users/me", { shortcuts })).status).toBe(422);
    expect((await api.get("/users/me")).body.shortcuts).toMatchObject(swapped);
  });

  test("can change its name, and nothing else", async () => {
    const ada = await person(server.url);
    const changed = await ada.api.patch("/users/me", {
      full_name: " Ada King ",
      email: "eve@example.test",
      is_installation_owner: true,
    });
    expect(changed.body).toMatchObject({ full_name: "Ada King", email: ada.email });
    expect((await ada.api.get("/users/me")).body).toEqual(changed.body);
    for (const full_name of ["", "  ", "\u200b", "n".repeat(201), null, 7, "a\0"]) {
      expect((await ada.api.patch("/users/me", { full_name })).status).toBe(422);
    }
    expect((await ada.api.patch("/users/me", {})).status).toBe(422);
  });
});

describe("sessions", () => {
  test("are listed with the current one marked, and without credentials", async () => {
    const ada = await person(server.url);
    const second = await again(ada, "Firefox on a phone");
    const { body } = await second.api.get("/users/me/sessions");
    expect(body).toHaveLength(2);
    const [current] = body.filter((session: { is_current: boolean }) => session.is_current);
    expect(current).toEqual({
      id: expect.any(String),
      group: { id: ada.group.id, name: ada.group.name },
      is_browser: false,
      is_current: true,
      user_agent: "Firefox on a phone",
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      expires_at: expect.any(String),
    });
    expect(JSON.stringify(body)).not.toContain(second.refreshToken);
    expect((await (await person(server.url)).api.get("/users/me/sessions")).body).toHaveLength(1);
  });

  test("can be ended individually, and their tokens are refused immediately", async () => {
    const ada = await person(server.url);
    const second = await again(ada);
    const list = (await ada.api.get("/users/me/sessions")).body as { id: string; is_current: boolean }[];
    const { id } = list.find((session) => !session.is_current)!;
    // Sessions of other users are unaffected.
    const eve = await person(server.url);
    expect((await eve.api.del(`/users/me/sessions/${id}`)).status).toBe(404);
    expect((await second.api.get("/chats")).status).toBe(200);

    expect((await ada.api.del(`/users/me/sessions/${id}`)).status).toBe(200);
    expect((await second.api.get("/chats")).status).toBe(401);
    const refresh = await anyone.post("/auth/refresh-token", { refresh_token: second.refreshToken });
    expect(refresh.status).toBe(401);
    expect((await ada.api.del(`/users/me/sessions/${id}`)).status).toBe(404);
    expect((await ada.api.del(`/users/me/sessions/${UUID}`)).status).toBe(404);
    expect((await ada.api.del("/users/me/sessions/x")).status).toBe(422);
    expect((await ada.api.get("/users/me/sessions")).body).toHaveLength(1);
  });

  test("can all be ended except the current one", async () => {
    const ada = await person(server.url);
    const others = [await again(ada), await again(ada)];
    const eve = await person(server.url);
    const answer = await ada.api.del("/users/me/sessions");
    expect(answer.body).toEqual({ success: true, message: expect.any(String), ended: 2 });
    for (const { api } of others) expect((await api.get("/chats")).status).toBe(401);
    expect((await ada.api.get("/chats")).status).toBe(200);
    expect((await eve.api.get("/chats")).status).toBe(200);
    expect((await ada.api.del("/users/me/sessions")).body.ended).toBe(0);
  });

  test("are not available to API tokens", async () => {
    const token = await program(await person(server.url));
    for (const answer of [
      await token.get("/users/me/sessions"),
      await token.del(`/users/me/sessions/${UUID}`),
      await token.del("/users/me/sessions"),
      await token.get("/users/me/export"),
      await token.del("/users/me", { password: PASSWORD }),
    ]) {
      expect(answer.status).toBe(403);
    }
  });
});

describe("deleting an account", () => {
  const remove = ({ api }: { api: typeof anyone }, password: unknown = PASSWORD) =>
    api.del("/users/me", { password });

  test("requires the password", async () => {
    const ada = await person(server.url);
    expect((await ada.api.del("/users/me")).status).toBe(400);
    expect((await remove(ada, "not the right one")).status).toBe(400);
    expect((await remove(ada, 7)).status).toBe(422);
    expect((await ada.api.get("/users/me")).status).toBe(200);
  });

  test("ends all its sessions and tokens, and frees its address", async () => {
    const ada = await person(server.url);
    const [second, token] = [await again(ada), await program(ada)];
    const gone = await remove(ada);
    expect(gone).toMatchObject({ status: 200, body: { success: true } });
    for (const api of [ada.api, second.api, token]) expect((await api.get("/chats")).status).toBe(401);
    expect((await anyone.form("/auth/login", { username: ada.email, password: PASSWORD })).status).toBe(401);
    const anew = { email: ada.email, password: PASSWORD, full_name: "Ada II" };
    expect((await anyone.post("/auth/register", anew)).status).toBe(200);
    const groups = await db().execute(`select id from groups where id = '${ada.group.id}'`);
    expect(groups).toHaveLength(0);
  });

  test("deletes chats without other members, with their files, and keeps those with others", async () => {
    const ada = await person(server.url);
    const bob = await colleague(server.url, ada.group, "Bob");
    await db().execute(`update group_members set role = 'owner' where user_id = ${bob.user.id}`);
    const alone = (await ada.api.post("/chats", { name: "Alone", virtual_assistant_id: null })).body;
    const shared = (
      await ada.api.post("/chats", {
        name: "Shared",
        virtual_assistant_id: null,
        member_user_ids: [bob.user.id],
      })
    ).body;
    const documents = [];
    for (const chat of [alone, shared]) {
      const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, {
        message_input: `Hello from ${chat.name}`,
        is_sync: "true",
        files: [new File(["some text"], "notes.txt")],
      });
      expect(sent.status).toBeLessThan(300);
      const [message] = (await ada.api.get(`/chats/${chat.id}/messages`)).body;
      documents.push(message.message_attachments[0].document_id);
    }
    expect((await remove(ada)).status).toBe(200);

    const rows = await db().execute(`select id from chats where id in (${alone.id}, ${shared.id})`);
    expect(rows).toEqual([{ id: shared.id }]);
    const [message] = (await bob.api.get(`/chats/${shared.id}/messages`)).body;
    expect(message).toMatchObject({ message: "Hello from Shared", user_type: "user", from_user_id: null });
    expect((await bob.api.get(`/documents/${documents[1]}/content`)).body).toBe("some text");
    const left = await db().execute(`select id from documents where id = ${documents[0]}`);
    expect(left).toHaveLength(0);
    // Bob owns the chat now.
    expect((await bob.api.del(`/chats/${shared.id}`)).status).toBe(200);
  });

  test("is refused for the last owner of a group with other members", async () => {
    const ada = await person(server.url);
    const bob = await colleague(server.url, ada.group, "Bob");
    const refused = await remove(ada);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain(`“${ada.group.name}”`);
    expect((await ada.api.get("/chats")).status).toBe(200);
    // Bob is only a member, so he may leave; then Ada may, too.
    expect((await remove(bob)).status).toBe(200);
    expect((await remove(ada)).status).toBe(200);
  });

  test("of the installation's owner transfers the installation to the oldest account", async () => {
    const owners = () => db().select({ id: users.id }).from(users).where(eq(users.isInstallationOwner, true));
    const [first] = await owners();
    const [next] = await db().select({ id: sql<number>`min(id)` }).from(users).where(ne(users.id, first!.id));
    await db().update(users).set({ isInstallationOwner: false }).where(eq(users.id, first!.id));
    const leaving = await person(server.url, "Leaving");
    await db().update(users).set({ isInstallationOwner: true }).where(eq(users.id, leaving.user.id));
    expect((await leaving.api.del("/users/me", { password: PASSWORD })).status).toBe(200);
    expect(await owners()).toEqual([{ id: Math.min(first!.id, next!.id) }]);
  });

  test("of two owners at the same time leaves one", async () => {
    const ada = await person(server.url);
    const bob = await colleague(server.url, ada.group, "Bob");
    await colleague(server.url, ada.group, "Mia");
    await db().execute(`update group_members set role = 'owner' where user_id = ${bob.user.id}`);
    const answers = await Promise.all([remove(ada), remove(bob)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("during concurrent messages fails no call and loses no message of the other member", async () => {
    const ada = await person(server.url);
    const bob = await colleague(server.url, ada.group, "Bob");
    await db().execute(`update group_members set role = 'owner' where user_id = ${bob.user.id}`);
    const given = { virtual_assistant_id: null, member_user_ids: [bob.user.id] };
    const chat = (await ada.api.post("/chats", given)).body;
    const say = (api: typeof anyone) =>
      api.multipart(`/chats/${chat.id}/messages`, { message_input: "Hello", is_sync: "true" });
    const all = (api: typeof anyone) => Array.from({ length: 20 }, () => say(api));
    const [removed, ...sent] = await Promise.all([remove(ada), ...all(ada.api), ...all(bob.api)]);
    expect(removed!.status).toBe(200);
    for (const { status } of sent.slice(0, 20)) expect([200, 401, 404]).toContain(status);
    for (const { status } of sent.slice(20)) expect(status).toBe(200);
    const { body } = await bob.api.get(`/chats/${chat.id}/messages?size=100`);
    const own = body.filter((message: { from_user_id: number }) => message.from_user_id === bob.user.id);
    expect(own).toHaveLength(20);
  });

  test("without a password requires a sign-in within the last ten minutes", async () => {
    const [fresh, stale] = [await person(server.url), await person(server.url)];
    const ids = `${fresh.user.id}, ${stale.user.id}`;
    await db().execute(`update users set password_hash = null where id in (${ids})`);
    await db().execute(
      `update sessions set created_at = now() - interval '11 minutes' where user_id = ${stale.user.id}`,
    );
    expect((await fresh.api.del("/users/me")).status).toBe(200);
    const refused = await stale.api.del("/users/me");
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain("Sign out and back in");
    expect((await stale.api.get("/users/me")).body.has_password).toBe(false);
  });
});

test("simultaneous changes of the mention name and of other settings cause no server error", async () => {
  const { api } = await person(server.url, "Ada Example");
  const changes = Array.from({ length: 40 }, (_, n) =>
    n % 2 === 0
      ? { mention_name: "skipper" }
      : { mention_name: n % 4 === 1 ? null : "skipper", favorite_models: [`m${n}`] },
  );
  const answers = await Promise.all(changes.map((change) => api.patch("/users/me", change)));
  expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
});
