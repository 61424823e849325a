import { beforeEach, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();
beforeEach(() => model.setMode("echo"));

const ada = await person(server.url, "Ada Example");
const { api } = ada;
await api.patch("/users/me", { suggests_follow_ups: true });

type Chat = { id: number; uuid: string };
const newChat = async (body: object = {}): Promise<Chat> =>
  (await api.post("/chats", { name: "Talk", ...body })).body;
const ask = async ({ id }: Chat, message_input: string, by: { api: typeof api } = ada) =>
  (await by.api.multipart(`/chats/${id}/messages`, { message_input })).body.responses[0];
const getReply = async ({ id }: Chat) => (await api.get(`/chats/${id}/messages?size=100`)).body.at(-1);
const requests = () =>
  model.requests.filter(({ messages }) => JSON.stringify(messages[0]).includes("three short questions"));

test("a reply gets questions to ask next, in the background, for the person who asked", async () => {
  const chat = await newChat();
  const reply = await ask(chat, "When is the launch?");
  expect(reply.extra).not.toHaveProperty("follow_ups");
  await expect
    .poll(async () => (await getReply(chat)).extra.follow_ups)
    .toMatchObject({
      user_id: ada.user.id,
      questions: expect.arrayContaining([expect.any(String)]),
    });
  expect(JSON.stringify(requests().at(-1))).toContain("When is the launch?");
  const report = (await api.get(`/usage?by=kind&chat_id=${chat.id}`)).body;
  expect(report.rows.map(({ key }: { key: string }) => key)).toContain("follow_up");
});

test("nobody gets questions without having asked for them", async () => {
  const mia = await colleague(server.url, ada.group, "Mia Member");
  expect((await mia.api.get("/users/me")).body.suggests_follow_ups).toBe(false);
  const chat = await newChat({ member_user_ids: [mia.user.id] });
  const before = requests().length;
  await ask(chat, "hello", mia);
  await ask(chat, "hello");
  await expect.poll(() => requests().length).toBe(before + 1);
});

test("temporary chats, failed replies and the document finder get no questions", async () => {
  const before = requests().length;
  await ask(await newChat({ temp: true }), "hello");
  const finder = (await api.post("/virtual-assistants", { name: "Finder", model: "builtin" })).body;
  await ask(await newChat({ virtual_assistant_id: finder.id }), "hello");
  model.setMode("401");
  await ask(await newChat(), "hello");
  model.setMode("echo");
  const chat = await newChat();
  await ask(chat, "hello");
  await expect.poll(() => requests().length).toBe(before + 1);
});
