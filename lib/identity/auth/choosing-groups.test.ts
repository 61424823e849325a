import { afterAll, describe, expect, test } from "vitest";
import { createGroup } from "@/lib/identity/groups/service";
import { client, PASSWORD, person } from "@/test/client";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

const login = (username: string) => client(server.url).form("/auth/login", { username, password: PASSWORD });

describe("choosing groups", () => {
  const choose = (token: string, names: unknown) =>
    client(server.url, `Bearer ${token}`).post("/auth/login/group", names);
  const worker = async () => {
    const ada = await person(server.url);
    await createGroup(ada.user.id, `Second of ${ada.email}`);
    const { body } = await login(ada.email);
    return {
      ...ada,
      token: body.access_token as string,
      groups: body.groups as { id: string; name: string }[],
    };
  };

  test("returns tokens for the given groups in order, or for all", async () => {
    const { token, groups, user } = await worker();
    const names = groups.map(({ name }) => name).reverse();
    const answer = await choose(token, names);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(
      groups.toReversed().map((group) => ({
        group,
        access_token: expect.any(String),
        token_type: "bearer",
        expires_in: 900,
        refresh_token: expect.any(String),
        refresh_expires_in: 30 * 86_400,
        user,
      })),
    );
    const all = await choose(token, []);
    expect(all.body.map(({ group }: { group: object }) => group)).toEqual(groups);
    for (const { access_token } of [...answer.body, ...all.body]) {
      expect((await client(server.url, `Bearer ${access_token}`).get("/chats")).status).toBe(200);
    }
  });

  test("returns 404 and no tokens for foreign and unknown groups alike", async () => {
    const { token, groups } = await worker();
    const stranger = await person(server.url, "Stranger Danger");
    const foreign = await choose(token, [groups[0]!.name, stranger.group.name]);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual({ error: "Not Found", message: "Group not found.", status_code: 404 });
    expect((await choose(token, ["no such group"])).body).toEqual(foreign.body);
    expect((await choose(token, [groups[0]!.id])).status).toBe(404);
  });

  test("is unnecessary with a single group, whose login token is also an access token", async () => {
    const ada = await person(server.url);
    const { body } = await login(ada.email);
    const api = client(server.url, `Bearer ${body.access_token}`);
    expect((await api.get("/chats")).status).toBe(200);
    await createGroup(ada.user.id, "Another");
    const several = await api.get("/chats");
    expect(several.status).toBe(401);
    expect(several.body.message).toContain("/auth/login/group");
    expect(several.headers.get("www-authenticate")).toContain("Bearer");
  });

  test("requires a login token", async () => {
    const ada = await person(server.url);
    const { body } = await login(ada.email);
    const withHeader = (authorization?: string) =>
      client(server.url, authorization).post("/auth/login/group", []);
    for (const header of [
      undefined,
      "Bearer",
      "Bearer x",
      ada.api.authorization,
      `Token ${body.access_token}`,
    ]) {
      const answer = await withHeader(header);
      expect([header, answer.status]).toEqual([header, 401]);
      expect(answer.body).toEqual({ error: "Unauthorized", message: expect.any(String), status_code: 401 });
    }
  });

  test.each([["name"], [{}], [[1]], [["a\0"]], [["\ud800"]], [["x".repeat(201)]]])(
    "refuses %j",
    async (names) => {
      const { token } = await worker();
      expect((await choose(token, names)).status).toBe(422);
    },
  );
});
