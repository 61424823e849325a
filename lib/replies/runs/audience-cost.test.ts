import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { selectChatsReadBy } from "@/db/chat-readers";
import { db, isEmbedded, transaction } from "@/db/client";
import { meters } from "@/lib/platform/telemetry/meters";
import { joined, person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

// Tests that determining the audience of a reply adds no SQL statements.
const { server } = await startServerWithModel({ INDEX_AFTER_MS: "600000" });
const ada = await person(server.url, "Ada Example");
const max = await joined(server.url, ada, "Max Member");
const newChat = async (body: object = {}): Promise<{ id: number }> =>
  (await ada.api.post("/chats", { name: "Named", ...body })).body;

// Counts the SQL statements of a message. Takes the minimum of several runs, because background work adds statements.
async function statementsIn({ id }: { id: number }): Promise<number> {
  const counts: number[] = [];
  for (let n = 0; n < 8; n++) {
    const before = meters.statements.total();
    await ada.api.multipart(`/chats/${id}/messages`, { message_input: "Hello there" });
    counts.push(meters.statements.total() - before);
  }
  return Math.min(...counts);
}

// On PostgreSQL, batched notifications to other processes add a varying number of statements.
test.runIf(isEmbedded())("a message takes the same number of statements for every audience", async () => {
  const parent = await newChat();
  // Retries both counts, because caches that expire each second add statements to every message on a busy machine.
  const expectMore = async (chat: { id: number }, plain: { id: number }, statements: number) =>
    expect
      .poll(async () => (await statementsIn(chat)) - (await statementsIn(plain)), { timeout: 60_000 })
      .toBe(statements);
  const own = await newChat();
  const shared = await newChat({ member_user_ids: [max.user.id] });
  // Rows of private chats are remembered after a reply, rows of shared ones are read again.
  await expectMore(shared, own, 1);
  for (const [plain, member_user_ids] of [
    [own, []],
    [shared, [max.user.id]],
  ] as const) {
    await expectMore(await newChat({ member_user_ids }), plain, 0);
    // Reading the memories takes one more statement.
    await expectMore(await newChat({ member_user_ids, global_memory: true }), plain, 1);
    const below = { parent_chat_id: parent.id, inherit_context_from_parent: true };
    await expectMore(await newChat({ member_user_ids, ...below }), plain, plain === own ? 2 : 1);
  }
});

test("the query for chats that all readers share uses indexes, chat by chat", async () => {
  const chat = await newChat({ member_user_ids: [max.user.id] });
  const audience = { groupId: ada.group.id, userId: ada.user.id, chatId: chat.id };
  const plan = await transaction(async () => {
    await db().execute(sql`set local enable_seqscan = off`);
    return db().execute(sql`explain ${selectChatsReadBy(audience, sql`mine.chat_workspace_id = 1`)}`);
  });
  const text = JSON.stringify([...plan]);
  expect(text).toContain("chat_members_in_workspace");
  expect(text).toMatch(/using chat_members_chat_id_user_id_pk on chat_members theirs/);
  expect(text).not.toMatch(/hashed|Seq Scan/);
});
