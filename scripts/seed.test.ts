import { afterAll, expect, test } from "vitest";
import { client } from "@/test/client";
import { seed } from "@/test/seed";
import { startServer } from "@/test/server";
import { PASSWORD, people } from "./seed/people.mjs";

const server = await startServer();
afterAll(() => server.close());

test("an empty installation is seeded once with people, chats, documents and visitors", async () => {
  const { stdout } = await seed(server.url);
  expect(stdout).toContain(PASSWORD);

  const login = await client(server.url).form("/auth/login", {
    username: people[0]!.email,
    password: PASSWORD,
  });
  const groups = await client(server.url, `Bearer ${login.body.access_token}`).post("/auth/login/group", []);
  const api = client(server.url, `Bearer ${groups.body[0].access_token}`);
  const { id } = groups.body[0].group;
  expect((await api.get(`/groups/${id}/members`)).body).toHaveLength(people.length);

  const chats = (await api.get("/chats?page_size=100&show_chats_in_workspace=true")).body as {
    id: number;
    name: string;
  }[];
  const byName = (name: string) => chats.find((chat) => chat.name === name)!;
  const handbook = (await api.get(`/chats/${byName("Questions about the handbook").id}/messages`)).body;
  expect(JSON.stringify(handbook)).toContain("28 days");
  const visitors = (await api.get(`/chats/${byName("Ask Harbor Bikes").id}/visitors`)).body;
  expect(visitors).toHaveLength(3);
  expect((await api.get("/documents")).body.length).toBeGreaterThanOrEqual(5);

  expect((await seed(server.url)).stdout).toContain("already has the sample content");
  expect((await api.get("/chats?page_size=100&show_chats_in_workspace=true")).body).toHaveLength(
    chats.length,
  );
});
