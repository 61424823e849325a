import { expect, test } from "vitest";
import { db } from "@/db/client";
import { person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

// Tests that a title is generated in the background after the first reply, and never replaces a name that a person
// chose.
const { model, server } = await startServerWithModel();

const { api } = await person(server.url, "Ada Example");
const newChat = async (body: object = {}) => (await api.post("/chats", body)).body;
const ask = (chat: { id: number }, message_input: string) =>
  api.multipart(`/chats/${chat.id}/messages`, { message_input });
const getName = async (chat: { id: number }) => (await api.get(`/chats/${chat.id}`)).body.name;

async function waitForTitles() {
  const open = `select count(*)::int as open from background_runs
    where status in ('queued', 'running') and function_id = 'title'`;
  await expect.poll(async () => [...(await db().execute(open))]).toEqual([{ open: 0 }]);
}

test("a chat is named after its first message, then by its model", async () => {
  model.setTitle('Title: "Trip to the sea."\nThat is all.');
  const chat = await newChat();
  await ask(chat, "How do we get to the sea by train?\nWe are four.");
  await expect.poll(() => getName(chat)).toBe("Trip to the sea");
  model.setTitle("Something else");
  await ask(chat, "And back?");
  expect(await getName(chat)).toBe("Trip to the sea");
});

test("a title in a tag is extracted", async () => {
  model.setTitle("<title>\nTrip to the lake\n</title>");
  const chat = await newChat();
  await ask(chat, "How do we get to the lake?");
  await expect.poll(() => getName(chat)).toBe("Trip to the lake");
});

test("a name that a person sets while the title is generated stays", async () => {
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let finish = (_: string) => {};
  const title = new Promise<string>((resolve) => {
    finish = resolve;
  });
  model.setTitle(() => {
    begun();
    return title;
  });
  const chat = await newChat();
  await ask(chat, "What is for lunch?");
  await isBegun;
  expect(await getName(chat)).toBe("What is for lunch?");
  await api.put(`/chats/${chat.id}/name`, { name: "Mine" });
  finish("Lunch");
  await waitForTitles();
  expect(await getName(chat)).toBe("Mine");
});

test.each([
  " \n",
  '""',
  "***",
  "<message> Does the old lift still work? </message> <reply>It does.</reply>",
  "You said: <message>\nDoes the old lift",
  "<think>\nThe person asks",
])("the title %j is rejected and the first words stay", async (answer) => {
  let asked = 0;
  model.setTitle(async () => {
    asked++;
    return answer;
  });
  const chat = await newChat();
  await ask(chat, "# What *is* this?");
  await expect.poll(() => asked).toBeGreaterThan(0);
  await waitForTitles();
  expect(await getName(chat)).toBe("What is this?");
});

test("a long title is cut, and a chat created with a name gets no title", async () => {
  model.setTitle("x".repeat(500));
  const [chat, named] = [await newChat(), await newChat({ name: "Plan" })];
  await ask(named, "Hi");
  await ask(chat, "Hi");
  await expect.poll(() => getName(chat)).toBe("x".repeat(60));
  expect(await getName(named)).toBe("Plan");
});
