import { describe, expect, test } from "vitest";
import { type Client, client, PASSWORD, person, readEvents } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { server } = await startServerWithModel();

type Role = "owner" | "admin" | "member";
type Someone = { user: { id: number }; api: Client };

// Creates a separate group for each test: an owner, an admin and two members.
async function group() {
  const owner = await person(server.url, "Olga Owner");
  const path = `/groups/${owner.group.id}/members`;
  const [admin, one, two] = [
    await colleague(server.url, owner.group, "Adam Admin"),
    await colleague(server.url, owner.group, "Mia Member"),
    await colleague(server.url, owner.group, "Änne Member"),
  ];
  await owner.api.patch(`${path}/${admin.user.id}`, { role: "admin" });
  const change = (by: Someone, whom: Someone, role: unknown) =>
    by.api.patch(`${path}/${whom.user.id}`, { role });
  const remove = (by: Someone, whom: Someone) => by.api.del(`${path}/${whom.user.id}`);
  const roles = async () =>
    Object.fromEntries(
      (await owner.api.get(path)).body.map(({ id, role }: { id: number; role: Role }) => [id, role]),
    );
  return { path, at: `/groups/${owner.group.id}`, owner, admin, one, two, change, remove, roles };
}

describe("members", () => {
  test("can be listed by every member: by role, by name, in pages, by a search", async () => {
    const { path, owner, one, two, admin } = await group();
    const list = await one.api.get(path);
    expect(list.headers.get("x-total-count")).toBe("4");
    expect(list.body[0]).toEqual({ ...owner.user, role: "owner", joined_at: expect.any(String) });
    const ids = (body: { id: number }[]) => body.map(({ id }) => id);
    expect(ids(list.body).slice(0, 2)).toEqual([owner.user.id, admin.user.id]);
    expect(ids((await one.api.get(`${path}?page_size=1&page=2`)).body)).toEqual([admin.user.id]);
    const found = await one.api.get(`${path}?search=ANNE`);
    expect([ids(found.body), found.headers.get("x-total-count")]).toEqual([[two.user.id], "1"]);
    expect(ids((await one.api.get(`${path}?search=${owner.email.toUpperCase()}`)).body)).toEqual([
      owner.user.id,
    ]);
    for (const none of ["%25", "_", "%5C"])
      expect((await one.api.get(`${path}?search=${none}`)).body).toEqual([]);
  });

  test("transfer chats that only they own to another member of the chat when they leave the group", async () => {
    const { one, two, owner, remove } = await group();
    const chat = (await one.api.post("/chats", { name: "Handed on", member_user_ids: [two.user.id] })).body;
    const alone = (await one.api.post("/chats", { name: "Nobody else's" })).body;
    expect((await two.api.get(`/chats/${chat.id}`)).body.my_role).toBe("member");
    expect((await remove(owner, one)).status).toBe(200);
    expect((await two.api.get(`/chats/${chat.id}`)).body.my_role).toBe("owner");
    expect((await two.api.get(`/chats/${alone.id}`)).status).toBe(404);
  });

  test("have roles that owners change, and admins below an owner", async () => {
    const { owner, admin, one, two, change, roles } = await group();
    const changed = await change(admin, one, "admin");
    expect([changed.status, changed.body.role]).toEqual([200, "admin"]);
    expect((await change(one, admin, "member")).status).toBe(200);
    expect((await change(owner, two, "owner")).body.role).toBe("owner");
    expect(await roles()).toEqual({
      [owner.user.id]: "owner",
      [admin.user.id]: "member",
      [one.user.id]: "admin",
      [two.user.id]: "owner",
    });
    // A changed role applies from the next call on.
    expect((await change(admin, one, "member")).status).toBe(403);
    expect((await change(two, owner, "admin")).status).toBe(200);
  });

  test.each<[by: "admin" | "one", whom: "owner" | "admin" | "two" | "one", role: Role]>([
    ["admin", "owner", "member"],
    ["admin", "owner", "owner"],
    ["admin", "two", "owner"],
    ["admin", "admin", "owner"],
    ["one", "two", "admin"],
    ["one", "one", "owner"],
    ["one", "one", "admin"],
    ["one", "owner", "member"],
  ])("with the role %s cannot give %s the role %s", async (by, whom, role) => {
    const all = await group();
    const before = await all.roles();
    expect((await all.change(all[by], all[whom], role)).status).toBe(403);
    expect(await all.roles()).toEqual(before);
  });

  test("reject invalid roles and unknown users", async () => {
    const { owner, one, change, path } = await group();
    const eve = await person(server.url, "Eve Elsewhere");
    for (const role of ["boss", "", null, 1, undefined])
      expect((await change(owner, one, role)).status).toBe(422);
    for (const id of [eve.user.id, 2_000_000_000, 0, -1, 99_999_999_999]) {
      expect((await owner.api.patch(`${path}/${id}`, { role: "member" })).status).toBe(404);
      expect((await owner.api.del(`${path}/${id}`)).status).toBe(404);
    }
    expect((await owner.api.del(`${path}/me`)).status).toBe(422);
  });

  test("always include an owner, also when two step down at the same time", async () => {
    const { owner, one, change, remove, roles } = await group();
    for (const answer of [
      await change(owner, owner, "member"),
      await change(owner, owner, "admin"),
      await remove(owner, owner),
    ]) {
      expect(answer.status).toBe(409);
    }
    await change(owner, one, "owner");
    const answers = await Promise.all([change(owner, owner, "member"), change(one, one, "member")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(Object.values(await roles()).filter((role) => role === "owner")).toHaveLength(1);
  });

  test("cannot remove members with a higher role", async () => {
    const { owner, admin, one, two, remove, roles } = await group();
    expect((await remove(admin, owner)).status).toBe(403);
    expect((await remove(one, two)).status).toBe(403);
    expect((await remove(one, owner)).status).toBe(403);
    expect(Object.keys(await roles())).toHaveLength(4);
    expect((await remove(admin, two)).status).toBe(200);
    expect((await remove(owner, admin)).status).toBe(200);
    expect(Object.keys(await roles())).toHaveLength(2);
  });
});

describe("a removed member", () => {
  test("loses sessions, tokens and open streams of this group immediately, and of no other group", async () => {
    const { owner, one, remove, at } = await group();
    const made = await one.api.post("/users/me/api-tokens", { name: "Nightly" });
    const program = client(server.url, `Token ${made.body.token}`);
    const chat = (await owner.api.post("/chats", { member_user_ids: [one.user.id] })).body;
    const sent = await one.api.multipart(`/chats/${chat.id}/messages`, {
      message_input: "[[fake stall=3]]",
      is_sync: "false",
    });
    let heard = 0;
    const until = () => {
      heard += 1;
      return false;
    };
    const task = sent.body.streaming_task_id;
    const open = readEvents(one.api, `/chats/streaming/${task}`, { until });
    await expect.poll(() => heard).toBeGreaterThan(0);
    expect((await program.get("/chats")).status).toBe(200);

    expect((await remove(owner, one)).status).toBe(200);
    for (const api of [one.api, program]) expect((await api.get("/chats")).status).toBe(401);
    expect((await open).some(({ event }) => event === "done")).toBe(false);
    expect((await owner.api.del(`/chats/streaming_response/${task}`)).status).toBe(200);
    const login = await client(server.url).form("/auth/login", {
      username: one.user.email,
      password: PASSWORD,
    });
    expect(login.body.groups).toMatchObject([{ role: "owner" }]);
    expect((await client(server.url, `Bearer ${login.body.access_token}`).get("/chats")).status).toBe(200);

    const again = await owner.api.get(`${at}/audit-log?page_size=1`);
    expect(again.body[0]).toMatchObject({
      action: "member_removed",
      user: { id: owner.user.id },
      subject: { id: one.user.id },
      details: { role: "member" },
    });
  });

  test("gets no stored response for an idempotency key", async () => {
    const { owner, one, remove } = await group();
    const { token } = (await one.api.post("/users/me/api-tokens", { name: "Nightly" })).body;
    const chat = (await one.api.post("/chats", { member_user_ids: [owner.user.id] })).body;
    const again = (api: Client) =>
      api.multipart(`/chats/${chat.id}/messages`, { message_input: "once" }, { "idempotency-key": "kept" });
    const callers = [one.api, client(server.url, `Token ${token}`)];
    for (const api of callers) expect((await again(api)).status).toBe(200);
    for (const api of callers) expect((await again(api)).body).toEqual((await again(api)).body);
    expect((await remove(owner, one)).status).toBe(200);
    for (const api of callers) {
      const { status, body } = await again(api);
      expect([status, body.error]).toEqual([401, "Unauthorized"]);
    }
  });

  test("cannot return by a known link, and former tokens stay invalid after a new invitation", async () => {
    const { owner, one, two, remove, at } = await group();
    const link = (await owner.api.post(`${at}/invitations`, {})).body.link as string;
    const token = link.slice(link.lastIndexOf("/") + 1);
    const made = await one.api.post("/users/me/api-tokens", { name: "Nightly" });
    await remove(owner, one);
    const eve = await person(server.url, "Eve");
    expect((await eve.api.post("/groups/join", { invitation_token: token })).status).toBe(404);

    const next = (await owner.api.post(`${at}/invitations`, {})).body.link as string;
    const body = { invitation_token: next.slice(next.lastIndexOf("/") + 1) };
    expect((await two.api.del(`${at}/members/${two.user.id}`)).status).toBe(200);
    expect((await eve.api.post("/groups/join", body)).status).toBe(200);
    expect((await client(server.url, `Token ${made.body.token}`).get("/chats")).status).toBe(401);
    expect((await one.api.get("/chats")).status).toBe(401);
  });

  test("can still sign in, and gets a new group if there is no other", async () => {
    const owner = await person(server.url, "Olga");
    const guest = await person(server.url, "Gil Guest");
    const at = `/groups/${owner.group.id}`;
    const { link } = (await owner.api.post(`${at}/invitations`, {})).body;
    await guest.api.post("/groups/join", { invitation_token: link.slice(link.lastIndexOf("/") + 1) });
    // Their own group is transferred, so that this one is their last.
    const heir = await colleague(server.url, guest.group, "Heir");
    const own = `/groups/${guest.group.id}/members`;
    await guest.api.patch(`${own}/${heir.user.id}`, { role: "owner" });
    expect((await guest.api.del(`${own}/${guest.user.id}`)).status).toBe(200);
    expect((await owner.api.del(`${at}/members/${guest.user.id}`)).status).toBe(200);
    const login = await client(server.url).form("/auth/login", { username: guest.email, password: PASSWORD });
    expect(login.body.groups).toMatchObject([{ name: "Gil Guest's group", role: "owner" }]);
  });
});

test("a member who leaves is out immediately, and links of others still work", async () => {
  const { owner, one, remove, at } = await group();
  const { link } = (await owner.api.post(`${at}/invitations`, {})).body;
  expect((await remove(one, one)).body).toEqual({ success: true, message: "You left the group." });
  expect((await one.api.get("/chats")).status).toBe(401);
  expect((await owner.api.get(`${at}/invitations`)).body).toHaveLength(1);
  expect((await owner.api.get(`${at}/audit-log?page_size=1`)).body[0]).toMatchObject({
    action: "member_left",
  });
  const eve = await person(server.url, "Eve");
  const token = link.slice(link.lastIndexOf("/") + 1);
  expect((await eve.api.post("/groups/join", { invitation_token: token })).status).toBe(200);
});
