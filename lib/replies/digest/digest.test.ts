import { expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();
const ada = await person(server.url, "Ada Example");
const bo = await colleague(server.url, ada.group, "Bo Example");
const today = () => new Date(Date.now() - 3_600_000).toISOString();
const digest = (body: object = {}) => ada.api.post("/chats/digest", { since: today(), ...body });
const say = (chat: { id: number }, message_input: string, who = ada.api) =>
  who.multipart(`/chats/${chat.id}/messages`, { message_input });
const newChat = async (body: object, who = ada.api) => (await who.post("/chats", body)).body;

test("a digest sums up today's messages in a person's chats in their language, with links", async () => {
  expect((await digest()).status).toBe(409);
  const shared = await newChat({ name: "Harbour [plan]", member_user_ids: [bo.user.id] });
  await say(shared, "We open the harbour on Friday.", bo.api);
  await say(await newChat({ name: "Theirs" }, bo.api), "Bo keeps a secret.", bo.api);
  await say(await newChat({ name: "Short", temp: true }), "Only for now.");
  await ada.api.patch("/users/me", { language: "de" });
  const { status, body } = await digest();
  expect(status).toBe(201);
  const prompt = JSON.stringify(model.requests.at(-1)!.messages);
  expect(prompt).toMatch(/Write in Deutsch/);
  expect(prompt).toContain("Bo Example: We open the harbour on Friday.");
  expect(prompt).not.toMatch(/secret|Only for now/);
  const [message] = (await ada.api.get(`/chats/${body.chat_id}/messages`)).body;
  expect(message).toMatchObject({ id: body.message_id, user_type: "assistant" });
  expect(message.message).toContain(`[Harbour \\[plan\\]](/chats/${shared.uuid})`);
  expect((await ada.api.get(`/chats/${body.chat_id}`)).body).toMatchObject({ name: "Tagesüberblick" });
  expect((await bo.api.get(`/chats/${body.chat_id}`)).status).toBe(404);

  // The next digest goes to the same chat and does not cover the previous one.
  const again = await digest({ language: "en" });
  expect(again.body.chat_id).toBe(body.chat_id);
  expect(JSON.stringify(model.requests.at(-1)!.messages)).not.toContain("Harbour \\\\[plan");
  expect((await digest({ since: "2020-01-01T00:00:00Z" })).status).toBe(422);
  model.setMode("500");
  expect((await digest()).status).toBe(502);
});

test.each([
  [
    "edited",
    (chat: number, id: number) => bo.api.put(`/chats/update_message_text/${id}`, { message: `Chat ${chat}` }),
  ],
  ["deleted", (chat: number, id: number) => bo.api.del(`/chats/${chat}/messages/${id}`)],
  ["cleared with its chat", (chat: number) => ada.api.post(`/chats/${chat}/messages/clear`)],
] as const)("a digest is withdrawn when a message that it sums up is %s", async (_, change) => {
  await ada.api.patch("/users/me", { language: "en" });
  model.setMode("echo");
  const chat = await newChat({ name: "Harbour", member_user_ids: [bo.user.id], virtual_assistant_id: null });
  const sent = await say(chat, "The gate code is zanzibar.", bo.api);
  const other = await newChat({ name: "Elsewhere", virtual_assistant_id: null });
  const later = await say(other, "Nothing much.");
  const made = (await digest()).body;
  const read = async () => {
    const all = (await ada.api.get(`/chats/${made.chat_id}/messages?size=100`)).body;
    return all.find(({ id }: { id: number }) => id === made.message_id).message as string;
  };
  expect(await read()).toContain("zanzibar");
  // Messages after the digest are not part of it.
  const after = await say(chat, "Later", bo.api);
  await bo.api.del(`/chats/${chat.id}/messages/${after.body.user_message_id}`);
  expect(await read()).toContain("zanzibar");
  expect((await change(chat.id, sent.body.user_message_id)).status).toBe(200);
  expect(await read()).toMatch(/^This digest was removed/);
  expect(later.status).toBe(200);
  const listed = (await ada.api.get(`/chats/${made.chat_id}`)).body;
  expect(JSON.stringify(listed)).not.toContain("zanzibar");
});
