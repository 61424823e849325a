import { expect, test } from "vitest";
import { person } from "@/test/client";
import { workbook } from "@/test/files";
import { startServerWithModel } from "@/test/server-with-model";

// Tests programs that read the files of a chat. The tests in `lib/llm/calculation` cover the sandbox.
const { model, server } = await startServerWithModel();
const ada = await person(server.url, "Ada Example");
const chat = (await ada.api.post("/chats", {})).body as { id: number };
const other = (await ada.api.post("/chats", {})).body as { id: number };
const add = async (chat_id: number, name: string, content: string | Buffer): Promise<number> => {
  const file = new File([new Uint8Array(Buffer.from(content))], name);
  return (await ada.api.multipart("/documents", { chat_id: String(chat_id), files: [file] })).body[0].id;
};
const say = async (text: string, where = chat) =>
  (await ada.api.multipart(`/chats/${where.id}/messages`, { message_input: text })).body.responses[0];
const run = (program: string, documents: number[] = [], where = chat) =>
  say(`[[fake call calculate ${JSON.stringify({ program, documents })}]]`, where);
const offered = () => (model.requests.at(-1)?.tools ?? []).map((tool) => tool.function.name);

test("an assistant computes with tables and texts of the chat, and the reply shows tables and plots", async () => {
  const sales = await add(chat.id, "sales.csv", "city;sold;code\nOslo;3;007\n\nBergen;4.5;\n");
  const note = await add(chat.id, "note.txt", "Seven seas.");
  const sheets = {
    Prices: [
      ["city", "price", "since"],
      ["Oslo", 2, new Date(Date.UTC(2026, 0, 2))],
    ],
    Empty: [[1]],
  };
  const book = await add(chat.id, "book.xlsx", workbook(sheets as never, "xlsx"));
  await expect.poll(async () => (await ada.api.get(`/documents/${note}`)).body.status).toBe("ready");
  const reply = await run(
    `const [{ price, since }] = tables["book.xlsx/Prices"];
     const rows = tables["sales.csv"].map((row) => ({ ...row, worth: row.sold * price }));
     table(rows, "Worth");
     plot({ mark: "bar", data: { values: rows }, encoding: { x: { field: "city" }, y: { field: "worth" } } });
     ({ since, sum: rows.reduce((sum, { worth }) => sum + worth, 0), text: texts["note.txt"].trim() })`,
    [sales, note, book],
  );
  expect(reply.message).toContain('{"since":"2026-01-02","sum":15,"text":"Seven seas."}');
  const [shown] = reply.message.split("The tool said");
  expect(shown).toMatch(/\*\*Worth\*\*\n\n\| city \| sold \| code \| worth \|\n/);
  expect(shown).toContain("| Oslo | 3 | 007 | 6 |\n| Bergen | 4.5 |  | 9 |");
  expect(shown).toContain('```vega-lite\n{"mark":"bar"');
  expect(reply.reasoning_steps.at(-1)).toMatchObject({ label: "Calculating", metadata: { failed: false } });

  const failed = await run("tables.nothing.length", [sales]);
  expect(failed.message).toContain("The program failed (line 1): TypeError");
  expect(failed.reasoning_steps.at(-1).metadata.failed).toBe(true);

  // Programs only get files that the chat uses.
  const secret = await add(other.id, "secret.csv", "a\n4711");
  expect((await run("tables", [secret])).message).toContain(`Document ${secret} not found`);
  // Files of the chat are only passed when requested.
  expect((await run("Object.keys(tables).concat(Object.keys(texts)).length")).message).toContain(
    "Its value:\n0",
  );
});

test("a chat without documents offers calculate only when the assistant lists it", async () => {
  const plain = (await ada.api.post("/chats", {})).body as { id: number };
  await say("hello", plain);
  expect(offered()).not.toContain("calculate");
  const made = await ada.api.post("/virtual-assistants", { name: "Reckoner", tools: ["calculate"] });
  const withIt = await ada.api.post("/chats", { virtual_assistant_id: made.body.id });
  expect((await run("6 * 7", [], withIt.body)).message).toContain("Its value:\n42");
});

test("programs of one group leave capacity to other groups, and too many of them are refused", async () => {
  const reckoner = async ({ api }: Awaited<ReturnType<typeof person>>) =>
    (await api.post("/virtual-assistants", { name: "Reckoner", tools: ["calculate"] })).body.id as number;
  const bob = await person(server.url, "Bob Example");
  const ask = async ({ api }: typeof bob, assistant: number, program: string) => {
    const { body } = await api.post("/chats", { virtual_assistant_id: assistant });
    const message_input = `[[fake call calculate ${JSON.stringify({ program })}]]`;
    const { streaming_task_id: task } = (
      await api.multipart(`/chats/${body.id}/messages`, { message_input, is_sync: "false" })
    ).body;
    return {
      read: async () => (await api.get(`/chats/streaming/${task}`)).body as { text: string },
      stop: () => api.del(`/chats/streaming_response/${task}`),
    };
  };
  const [adas, bobs] = [await reckoner(ada), await reckoner(bob)];
  const endless: Awaited<ReturnType<typeof ask>>[] = [];
  for (let n = 0; n < 23; n++) endless.push(await ask(ada, adas, "for (;;) {}"));
  const states = () => Promise.all(endless.map(({ read }) => read()));
  const isBusy = ({ text }: { text: string }) => text.includes("The server is busy");
  await expect.poll(async () => (await states()).filter(isBusy).length).toBe(1);
  const small = await ask(bob, bobs, "6 * 7");
  await expect.poll(async () => (await small.read()).text).toContain("Its value:\n42");
  expect((await states()).filter(({ text }) => text.includes("was stopped")).length).toBeLessThan(10);
  await Promise.all(endless.map(({ stop }) => stop()));
});
