import { afterAll, beforeAll, expect, test } from "vitest";
import { person } from "@/test/client";
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
