import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";

const server = await startServer();
const folder = mkdtempSync(join(tmpdir(), "parley-chats-"));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

type Person = Pick<Awaited<ReturnType<typeof person>>, "api">;

// Unpacks the export with an independent implementation.
async function unpacked({ api }: Person): Promise<Record<string, string>> {
  const headers = { authorization: api.authorization! };
  const answer = await fetch(`${server.url}/api/v1/chats/export`, { headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/zip");
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="chats \d{4}-\d\d-\d\d\.zip"$/,
  );
  const to = mkdtempSync(join(folder, "one-"));
  writeFileSync(join(to, "chats.zip"), Buffer.from(await answer.arrayBuffer()));
  execFileSync("unzip", ["-q", "chats.zip", "-d", "all"], { cwd: to });
  const names = readdirSync(join(to, "all"));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(to, "all", name), "utf8")]));
}

test("the export has all chats of a person as Markdown and JSON, under safe and unique names", async () => {
  const ada = await person(server.url);
  const bob = await colleague(server.url, ada.group, "Bob");
  const plain = { virtual_assistant_id: null };
  const made = async ({ api }: Person, more: object) =>
    (await api.post("/chats", { ...plain, ...more })).body as { id: number };
  const same = [await made(ada, { name: "../Plans: 1/2?" }), await made(ada, { name: "../Plans: 1/2?" })];
  const shared = await made(bob, { name: "Shared 😀", member_user_ids: [ada.user.id] });
  await made(bob, { name: "Bob's own" });
  await made(ada, { name: "Gone tomorrow", temp: true });
  await ada.api.multipart(`/chats/${shared.id}/messages`, { message_input: "Hello, Bob", is_sync: "true" });

  const files = await unpacked(ada);
  const names = [...same.map(({ id }) => `Plans 1 2 ${id}`), `Shared 😀 ${shared.id}`];
  expect(Object.keys(files).sort()).toEqual(names.flatMap((name) => [`${name}.json`, `${name}.md`]).sort());
  expect(files[`Shared 😀 ${shared.id}.md`]).toContain("Hello, Bob");
  const { chat, messages } = JSON.parse(files[`Shared 😀 ${shared.id}.json`]!);
  expect(chat).toMatchObject({ id: shared.id, name: "Shared 😀" });
  expect(messages).toEqual([expect.objectContaining({ message: "Hello, Bob", author: ada.user.full_name })]);
});

test("replies of an imported chat have the name of their model", async () => {
  const ada = await person(server.url);
  const file = new File([readFileSync("test/files/exports/open-webui.json")], "chats.json");
  const { id } = (await ada.api.multipart("/imports", { file: [file] })).body;
  await expect.poll(async () => (await ada.api.get(`/imports/${id}`)).body.state).toBe("completed");
  const files = await unpacked(ada);
  const [, bike] = Object.entries(files).find(([name]) => /Bike repair.*\.md$/.test(name))!;
  expect(bike).toMatch(/## llama3\.1:8b · 2024-08-01 08:13 UTC\n\nOil it\./);
  const [, old] = Object.entries(files).find(([name]) => /Old version.*\.md$/.test(name))!;
  expect(old).toContain("## Open WebUI ·");
});

test("the export without a chat is an empty archive", async () => {
  const { api } = await person(server.url);
  for (const { id } of (await api.get("/chats")).body) await api.del(`/chats/${id}`);
  const headers = { authorization: api.authorization! };
  const answer = await fetch(`${server.url}/api/v1/chats/export`, { headers });
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe("PK\x05\x06");
});
