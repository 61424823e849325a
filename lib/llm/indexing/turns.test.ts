import { afterAll, beforeAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { imported } from "@/test/imports";
import { watchTurns } from "@/test/processor-time";
import { startServer } from "@/test/server";

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  process.env.INDEX_AFTER_MS = "50";
  server = await startServer();
});
afterAll(() => server.close());

// Creates a user with a chat in a group of their own.
async function chatting() {
  const { api } = await person(server.url);
  const chatId = (await api.post("/chats", { name: "Indexed" })).body.id;
  const send = async (text: string): Promise<number> => {
    const message = { message_input: text, is_sync: "false" };
    return (await api.multipart(`/chats/${chatId}/messages`, message)).body.user_message_id;
  };
  const unindexed = async (): Promise<number[]> =>
    (await api.get(`/chats/${chatId}/messages?size=100`)).body
      .filter(({ indexed }: { indexed: boolean }) => !indexed)
      .map(({ id }: { id: number }) => id);
  return { send, unindexed };
}

test("a message is indexed before newer, very long ones of another group", async () => {
  const [ada, bob] = [await chatting(), await chatting()];
  const long = "One more sentence of this long text about the harvest. ".repeat(1500);
  for (let n = 0; n < 3; n++) await ada.send(long);
  const own = await bob.send("The invoices of Acme are in the blue folder");
  const newer: number[] = [];
  for (let n = 0; n < 3; n++) newer.push(await ada.send(long));
  await expect.poll(() => bob.unindexed(), { interval: 50 }).not.toContain(own);
  // A queue ordered by the newest message would have indexed all messages of `newer` first.
  expect((await ada.unindexed()).filter((id) => newer.includes(id))).not.toEqual([]);
});

test("long messages of an import are indexed with pauses for other requests", async () => {
  const { api } = await person(server.url);
  const long = "One more sentence of this long text about the harvest. ".repeat(1800);
  const messages = Array.from({ length: 20 }, (_, n) => {
    const content = { content_type: "text", parts: [`${long}pomegranate ${n}`] };
    return [`m${n}`, { parent: n ? `m${n - 1}` : null, message: { author: { role: "user" }, content } }];
  });
  const chat = { title: "Harvest", conversation_id: "c", current_node: "m19", create_time: 1_700_000_000 };
  const turns = watchTurns();
  turns.start();
  await imported(api, JSON.stringify([{ ...chat, mapping: Object.fromEntries(messages) }]));
  const find = async () => (await api.get("/search?query=pomegranate&kinds=messages&size=50")).body.length;
  await expect.poll(find, { timeout: 60_000, interval: 100 }).toBe(20);
  turns.stop();
  expect(turns.longest(1)).toBeLessThan(150);
}, 90_000);
