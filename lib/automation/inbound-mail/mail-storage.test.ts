import { afterEach, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { startMailedChat } from "@/test/mailed-chat";

// Tests the storage quota of held mails from strangers.
const { ada, now, state } = await startMailedChat();
const before = { ...config() };
afterEach(() => {
  Object.assign(config(), {
    GROUP_HELD_MAILS_MB: before.GROUP_HELD_MAILS_MB,
    GROUP_STORAGE_MB: before.GROUP_STORAGE_MB,
  });
});

const MB = 1024 * 1024;
const getBytes = async (kind: string): Promise<number> =>
  (await ada.api.get("/usage/storage")).body.group.find((use: { kind: string }) => use.kind === kind).bytes;
const held = async () => (await ada.api.get(`/chats/${now.chat.id}/mails?state=held`)).body;
const withFile = (bytes: number) => ({
  from: "Sam <sam@stranger.test>",
  body: [
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "Hello",
    "--b",
    'Content-Type: text/plain; name="a.txt"',
    'Content-Disposition: attachment; filename="a.txt"',
    "",
    "a".repeat(bytes),
    "--b--",
    "",
  ].join("\r\n"),
});

test("mails beyond the storage limit are ignored, and refusing one frees its space", async () => {
  config().GROUP_HELD_MAILS_MB = 1;
  expect(await state(withFile(0.6 * MB))).toEqual(["held"]);
  expect(await getBytes("mails")).toBeGreaterThan(0.6 * MB);
  expect(await state(withFile(0.6 * MB))).toEqual(["ignored"]);
  expect(await held()).toHaveLength(1);
  const { body: mails } = await ada.api.get(`/chats/${now.chat.id}/mails?state=ignored`);
  expect(mails[0].reason).toBe("There is no room for more mails that wait for approval.");
  await ada.api.post(`/chats/${now.chat.id}/mails/${(await held())[0].id}/refuse`);
  expect(await getBytes("mails")).toBe(0);
  expect(await state(withFile(0.6 * MB))).toEqual(["held"]);
  await ada.api.del(`/chats/${now.chat.id}`);
});

test("an approved mail counts as its message's files, without needing its space twice", async () => {
  config().GROUP_STORAGE_MB = 1;
  const uploads = await getBytes("uploads");
  expect(await state(withFile(0.6 * MB))).toEqual(["held"]);
  const approved = await ada.api.post(`/chats/${now.chat.id}/mails/${(await held())[0].id}/approve`);
  expect(approved.status).toBe(200);
  expect(await getBytes("mails")).toBe(0);
  expect((await getBytes("uploads")) - uploads).toBeGreaterThan(0.6 * MB);
});
