import { afterAll, beforeEach, expect, test } from "vitest";
import { person } from "@/test/client";
import { startImageServer } from "@/test/fakes/image-server";
import { fixture } from "@/test/files";
import { startServerWithModel } from "@/test/server-with-model";

// Tests pictures that assistants create and edit. `lib/llm/models/pictures.test.ts` tests the providers' APIs.
const { model, server } = await startServerWithModel({
  ALLOW_PRIVATE_ADDRESSES: "127.0.0.1",
  DEFAULT_MODEL: "openai-compatible:gpt-4o-stand-in",
});
const images = await startImageServer();
afterAll(() => images.close());
beforeEach(() => {
  images.mode = "picture";
  images.asked.length = 0;
});

const ada = await person(server.url, "Ada Example");
const chat = (await ada.api.post("/chats", {})).body as { id: number };
const send = async (message_input: string, where = chat, files: File[] = []) =>
  (await ada.api.multipart(`/chats/${where.id}/messages`, { message_input, files })).body.responses[0];
const call = (name: string, input: object, files: File[] = []) =>
  send(`[[fake call ${name} ${JSON.stringify(input)}]]`, chat, files);
const offered = () => (model.requests.at(-1)?.tools ?? []).map((tool) => tool.function.name);

test("picture tools are offered only after an admin has chosen a model that makes pictures", async () => {
  await send("hello");
  expect(offered()).not.toContain("generate_picture");
  const set = (id: string | null) => ada.api.put("/models/pictures", { model: id });
  expect((await set("openai:gpt-image-1")).body.detail[0].msg).toBe("Connect this provider first.");
  expect((await set("anthropic:claude")).body.detail[0].msg).toContain("no models that make pictures");
  await ada.api.put("/models/connections/openai", { api_key: "a-key", base_url: `${images.url}/v1` });
  const chosen = (await set("openai:gpt-image-1")).body;
  expect(chosen.model).toBe("openai:gpt-image-1");
  expect(chosen.suggestions[0].id).toMatch(/^openai:gpt-image/);
  expect((await ada.api.get("/models/pictures")).body).toEqual(chosen);
  await ada.api.put("/usage/prices", { prices: [{ model: "openai:gpt-image-1", input: 10, output: 40 }] });

  const plain = (await ada.api.post("/chats", { documents_and_collections_enabled: false })).body;
  await send("hello", plain);
  expect(offered()).not.toContain("generate_picture");
});

test("a picture is created, attached with its size and cost, edited, and counted", async () => {
  const reply = await call("generate_picture", { prompt: "A red lighthouse, at dusk!", shape: "portrait" });
  expect(reply.message_attachments).toEqual([
    expect.objectContaining({ file_name: "A red lighthouse at dusk.png", mime_type: "image/png" }),
  ]);
  const { document_id: id } = reply.message_attachments[0];
  expect(reply.message).toContain(`(document ${id}): 1024 × 1536 pixels, 1010 tokens, cost 0.0401.`);
  expect(reply.reasoning_steps.at(-1)).toMatchObject({
    label: "Making a picture",
    description_md: "A red lighthouse, at dusk!\n1024 × 1536 pixels, 1010 tokens, cost 0.0401",
  });
  expect((await ada.api.get(`/documents/${id}`)).body).toMatchObject({ folder: "pictures" });

  // Edits the newest picture by default.
  const edited = await call("edit_picture", { prompt: "Make it blue" });
  expect(edited.message_attachments).toEqual([expect.objectContaining({ file_name: "Make it blue.png" })]);
  expect(images.asked.at(-1)).toMatchObject({ path: "/v1/images/edits" });
  const file = new File([new Uint8Array(fixture("note.png"))], "note.png", { type: "image/png" });
  const own = await call("edit_picture", { prompt: "Add a cat" }, [file]);
  expect(own.message_attachments).toHaveLength(1);
  expect(images.asked.at(-1)!.body.length).toBeGreaterThan(fixture("note.png").length);

  const { rows } = (await ada.api.get("/usage?by=kind")).body;
  expect(rows).toContainEqual(
    expect.objectContaining({ key: "picture", input_tokens: 30, output_tokens: 3000 }),
  );
});

test("errors are reported to the model, and the reply continues", async () => {
  images.mode = "refused";
  const refused = await call("generate_picture", { prompt: "Something bad" });
  expect(refused.message).toContain("OpenAI refused to make this picture: it may be against its rules.");
  expect(refused.message_attachments ?? []).toEqual([]);
  expect(refused.extra.error).toBeUndefined();
  images.mode = "rubbish";
  expect((await call("generate_picture", { prompt: "A cat" })).message).toContain("no picture");
  const other = (await ada.api.post("/chats", {})).body as { id: number };
  const text = new File(["Words."], "words.txt", { type: "text/plain" });
  const fields = { chat_id: String(other.id), files: [text] };
  const secret = (await ada.api.multipart("/documents", fields)).body[0].id;
  const foreign = await call("edit_picture", { prompt: "x", document_ids: [secret] });
  expect(foreign.message).toContain(`Document ${secret} not found`);
  const none = await send('[[fake call edit_picture {"prompt":"x"}]]', other);
  expect(none.message).toContain("There is no picture in the conversation yet.");
});

test("stopping the reply cancels the request to a slow provider", async () => {
  images.mode = "silent";
  const message_input = '[[fake call generate_picture {"prompt":"A slow one"}]]';
  const { body } = await ada.api.multipart(`/chats/${chat.id}/messages/queue`, { message_input });
  await expect.poll(() => images.asked.length).toBe(1);
  await ada.api.del(`/chats/streaming_response/${body.streaming_task_id}`);
  await expect.poll(() => images.left).toBe(1);
});
