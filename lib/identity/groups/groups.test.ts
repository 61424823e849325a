import { afterAll, describe, expect, test } from "vitest";
import { client, PASSWORD, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

const ada = await person(server.url);
const mia = await colleague(server.url, ada.group, "Mia Member");
const at = `/groups/${ada.group.id}`;
const NIL = "00000000-0000-0000-0000-000000000000";

describe("groups", () => {
  test("are listed for their members in the order of joining", async () => {
    expect((await ada.api.get("/groups")).body).toEqual([ada.group]);
    const all = (await mia.api.get("/groups")).body;
    expect(all.map(({ role }: { role: string }) => role)).toEqual(["owner", "member"]);
    expect(all[1]).toEqual({ ...ada.group, role: "member" });
  });

  test("can be created with an assistant, and their creator owns them and can sign in to them", async () => {
    const grace = await person(server.url, "Grace");
    const made = await grace.api.post("/groups", { name: "  Second " });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({ id: expect.any(String), name: "Second", role: "owner" });
    const login = await client(server.url).form("/auth/login", { username: grace.email, password: PASSWORD });
    const tokens = await client(server.url, `Bearer ${login.body.access_token}`).post("/auth/login/group", [
      "Second",
    ]);
    const second = client(server.url, `Bearer ${tokens.body[0].access_token}`);
    expect((await second.get("/virtual-assistants")).body).toHaveLength(1);
    expect((await second.get(`/groups/${made.body.id}`)).body).toEqual({
      ...made.body,
      members_count: 1,
      monthly_tokens: null,
      members_create: "shared",
      members_add_documents: "shared",
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    // The first group's token still can't read others.
    expect((await grace.api.get(`/groups/${made.body.id}`)).status).toBe(404);
    expect((await second.get(`/groups/${grace.group.id}`)).status).toBe(404);
    const log = await second.get(`/groups/${made.body.id}/audit-log`);
    const first = log.body.at(-1);
    expect(first).toMatchObject({ action: "group_made", user: { email: grace.email }, subject: null });
  });

  test.each([{}, { name: "" }, { name: " " }, { name: "x".repeat(101) }, { name: 1 }, { name: "a\0" }])(
    "cannot have the name %j",
    async (body) => {
      for (const answer of [await ada.api.post("/groups", body), await ada.api.patch(at, body)]) {
        expect(answer.status).toBe(422);
        expect(answer.body.detail[0].loc).toEqual(["body", "name"]);
      }
    },
  );

  test("can be renamed by owners only", async () => {
    const liz = await person(server.url, "Liz");
    const path = `/groups/${liz.group.id}`;
    const renamed = await liz.api.patch(path, { name: "New name" });
    expect([renamed.status, renamed.body.name]).toEqual([200, "New name"]);
    expect((await liz.api.get("/groups")).body[0].name).toBe("New name");
    const [entry] = (await liz.api.get(`${path}/audit-log`)).body;
    expect(entry).toMatchObject({
      action: "group_renamed",
      details: { before: liz.group.name, after: "New name" },
    });
    expect((await mia.api.patch(at, { name: "Mine" })).status).toBe(403);
    expect((await mia.api.get(at)).body.name).toBe(ada.group.name);
  });
});

describe("a person outside the group", async () => {
  const eve = await person(server.url, "Eve Elsewhere");
  const everything = (id: string, userId: number): [string, string, unknown?][] => [
    ["GET", `/groups/${id}`],
    ["PATCH", `/groups/${id}`, { name: "Eve's" }],
    ["GET", `/groups/${id}/members`],
    ["PATCH", `/groups/${id}/members/${userId}`, { role: "member" }],
    ["DELETE", `/groups/${id}/members/${userId}`],
    ["GET", `/groups/${id}/invitations`],
    ["POST", `/groups/${id}/invitations`, {}],
    ["DELETE", `/groups/${id}/invitations`],
    ["DELETE", `/groups/${id}/invitations/1`],
    ["GET", `/groups/${id}/audit-log`],
  ];
  const json = (body: unknown) =>
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };

  test.each(everything(ada.group.id, ada.user.id))(
    "gets 404 from %s %s, as for an unknown group",
    async (method, path, body) => {
      const nowhere = path.replace(ada.group.id, NIL);
      const [foreign, unknown] = [
        await eve.api.send(method, path, json(body)),
        await eve.api.send(method, nowhere, json(body)),
      ];
      expect(foreign.status).toBe(404);
      expect(foreign).toMatchObject({ status: unknown.status, body: unknown.body });
      expect((await client(server.url).send(method, path, json(body))).status).toBe(401);
      const before = await ada.api.get(`${at}/members`);
      expect(before.body).toHaveLength(2);
    },
  );

  test("gets 422 for an invalid group id, while the case of an id doesn't matter", async () => {
    expect((await ada.api.get(`/groups/${ada.group.id.toUpperCase()}`)).status).toBe(200);
    expect((await ada.api.get("/groups/1")).status).toBe(422);
  });
});

describe("the audit log", () => {
  test("is readable by owners and admins, the newest first, in pages", async () => {
    const liz = await person(server.url, "Liz");
    const path = `/groups/${liz.group.id}`;
    for (const name of ["One", "Two", "Three"]) await liz.api.patch(path, { name });
    const [first, second] = [
      await liz.api.get(`${path}/audit-log?page_size=2`),
      await liz.api.get(`${path}/audit-log?page_size=2&page=2`),
    ];
    const total = Number(first.headers.get("x-total-count"));
    expect(total).toBeGreaterThanOrEqual(4);
    const names = [...first.body, ...second.body].map(({ details }) => details.after);
    expect(names.slice(0, 3)).toEqual(["Three", "Two", "One"]);
    expect((await liz.api.get(`${path}/audit-log?page=1000`)).body).toEqual([]);
    const max = await colleague(server.url, liz.group, "Max");
    expect((await max.api.get(`${path}/audit-log`)).status).toBe(403);
    await liz.api.patch(`${path}/members/${max.user.id}`, { role: "admin" });
    const log = await max.api.get(`${path}/audit-log?page_size=1`);
    expect(log.body).toEqual([
      {
        id: expect.any(Number),
        action: "role_changed",
        user: liz.user,
        subject: max.user,
        details: { user_id: max.user.id, before: "member", after: "admin" },
        address: "127.0.0.1",
        created_at: expect.any(String),
      },
    ]);
  });
});
