import { afterAll, beforeAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { startServer } from "@/test/server";

const model = await startModelServer();
Object.assign(process.env, {
  OPENAI_BASE_URL: model.url,
  EMBEDDING_MODEL: "openai-compatible:stand-in-embedding",
  INDEX_AFTER_MS: "50",
});
let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.close();
  await model.close();
});

async function createWriter(name: string) {
  const { api } = await person(server.url, name);
  const chat = { name: "Notes", virtual_assistant_id: null };
  const { id: chatId } = (await api.post("/chats", chat)).body;
  return async (text: string) => {
    const message = { message_input: text, is_sync: "false" };
    const { body } = await api.multipart(`/chats/${chatId}/messages`, message);
    await expect
      .poll(async () => (await api.get(`/chats/${chatId}/messages`)).body.at(-1))
      .toMatchObject({ id: body.user_message_id, indexed: true });
  };
}

test("a message that repeats another of its group is indexed without asking the embedding model", async () => {
  const [write, writeElsewhere] = [await createWriter("Ada Example"), await createWriter("Eve Elsewhere")];
  await write("The elevator is repaired on Thursday");
  await write("Thank you for the good news");
  const embedded = model.embedded;
  await write("Thank you for the good news");
  expect(model.embedded).toBe(embedded);
  await writeElsewhere("Thank you for the good news");
  expect(model.embedded).toBe(embedded + 1);
  await write("Thanks for the good news");
  expect(model.embedded).toBe(embedded + 2);
});
