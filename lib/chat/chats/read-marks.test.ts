import { expect, test } from "vitest";
import { isEmbedded } from "@/db/client";
import { meters } from "@/lib/platform/telemetry/meters";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { query } from "@/test/query";
import { startServerWithModel } from "@/test/server-with-model";

const { server } = await startServerWithModel({ INDEX_AFTER_MS: "3600000" });
const ada = await person(server.url, "Ada Example");
const readers = await Promise.all(
  ["Ben", "Cem", "Dora", "Eva", "Finn"].map((name) => colleague(server.url, ada.group, name)),
);

async function createWrittenChat() {
  const member_user_ids = readers.map(({ user }) => user.id);
  const { body: chat } = await ada.api.post("/chats", {
    name: "News",
    virtual_assistant_id: null,
    member_user_ids,
  });
  const send = async (message_input: string): Promise<number> =>
    (await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input, is_sync: "false" })).body
      .user_message_id;
  const ids = [await send("one"), await send("two"), await send("three")];
  return { chat, send, ids };
}
const mark = async ({ api }: (typeof readers)[number], chat: number | string, message_id: number) =>
  (await api.post(`/chats/${chat}/read`, { message_id })).body.unread_count;

test("simultaneous marks of the newest message leave nothing unread, and later messages count", async () => {
  const { chat, send, ids } = await createWrittenChat();
  const marked = readers.map((reader, n) => mark(reader, n % 2 ? chat.id : chat.uuid, ids[2]!));
  expect(await Promise.all(marked)).toEqual(readers.map(() => 0));
  await send("four");
  for (const { api } of readers)
    expect((await api.get("/chats/total_unread_messages_count")).body.total).toBe(1);
});

test("an older message leaves the later ones unread, also after the newest one was marked", async () => {
  const { chat, ids } = await createWrittenChat();
  expect(await mark(readers[0]!, chat.id, ids[0]!)).toBe(2);
  expect(await mark(readers[0]!, chat.id, ids[2]!)).toBe(0);
  expect(await mark(readers[0]!, chat.id, ids[1]!)).toBe(0);
});

test("a mark that sees an older chat than its membership counts again", async () => {
  const { chat, ids } = await createWrittenChat();
  const user = readers[1]!.user.id;
  await mark(readers[1]!, chat.id, ids[2]!);
  // What a membership has after a recount that the mark's snapshot of the chat doesn't include.
  await query`update chat_members set unread_count = 1, unread_epoch = unread_epoch + 1 where chat_id = ${chat.id} and user_id = ${user}`;
  await mark(readers[1]!, chat.id, ids[2]!);
  const [member] =
    await query`select unread_epoch from chat_members where chat_id = ${chat.id} and user_id = ${user}`;
  const [stored] = await query`select unread_epoch from chats where id = ${chat.id}`;
  // The slow path counts and copies the chat's epoch.
  expect(member!.unread_epoch).toBe(stored!.unread_epoch);
});

test.runIf(isEmbedded())("a mark of the newest message takes one statement", async () => {
  const { chat, ids } = await createWrittenChat();
  const counts: number[] = [];
  for (let n = 0; n < 8; n++) {
    const before = meters.statements.total();
    await mark(readers[2]!, chat.id, ids[2]!);
    counts.push(meters.statements.total() - before);
  }
  expect(Math.min(...counts)).toBe(1);
});
