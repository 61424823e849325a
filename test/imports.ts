import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Client as Api } from "./client";

export const fixture = (name: string) => readFileSync(join("test/files/exports", `${name}.json`), "utf8");
export const send = (api: Api, content: string | Buffer, name = "export.json") =>
  api.multipart("/imports", { file: [new File([content as BlobPart], name)] });

/** Imports a file and waits for the import to end. */
export async function imported(api: Api, content: string | Buffer, name?: string) {
  const begun = await send(api, content, name);
  expect(begun.status, JSON.stringify(begun.body)).toBe(202);
  return over(api, begun.body.id);
}
export async function over(api: Api, id: number) {
  await expect
    .poll(async () => (await api.get(`/imports/${id}`)).body.state, { timeout: 60_000 })
    .not.toBe("running");
  return (await api.get(`/imports/${id}`)).body;
}
export const chatNamed = async (api: Api, name: string) =>
  (await api.get("/chats?page_size=100")).body.find((chat: { name: string }) => chat.name === name);
export async function getThread(api: Api, name: string) {
  const chat = await chatNamed(api, name);
  expect(chat, name).toBeDefined();
  return (await api.get(`/chats/${chat.id}/messages`)).body;
}
/** Reduces messages to author types and texts. */
export const said = (messages: { user_type: string; message: string }[]) =>
  messages.map(({ user_type, message }) => [user_type, message]);
/** Returns the keys of stored files. */
export const filesKept = () => listKeys("files");
/** Returns the keys of files that requests and imports are reading. */
export const uploadsKept = () => listKeys("uploads");

function listKeys(name: string): string[] {
  const folder = join(process.env.DATA_DIR!, name);
  if (!existsSync(folder)) return [];
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return all.filter((file) => file.isFile()).map(({ name }) => name);
}

/** Returns the number of chats. */
export const total = async (api: Api) =>
  Number((await api.get("/chats?page_size=1")).headers.get("x-total-count"));
