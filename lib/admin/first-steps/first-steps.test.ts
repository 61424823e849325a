import { afterAll, expect, test } from "vitest";
import { type Client, client, PASSWORD, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startModelServer } from "@/test/fakes/model-server";
import { startServer } from "@/test/server";

const model = await startModelServer();
const server = await startServer();
afterAll(async () => {
  await server.close();
  await model.close();
});
const path = "/users/me/first-steps";

async function look(api: Client) {
  const { steps, finished } = (await api.get(path)).body;
  const named = (isDone: boolean) =>
    steps.filter(({ done }: { done: boolean }) => done === isDone).map(({ step }: { step: string }) => step);
  return { done: named(true), open: named(false), finished };
}

test("an owner completes first steps one after the other, and completed first steps stay finished", async () => {
  const ada = await person(server.url);
  const all = ["send_message", "connect_model", "run_action", "change_assistant", "invite_colleague"];
  expect(await look(ada.api)).toEqual({ done: [], open: all, finished: false });

  const { body: chat } = await ada.api.post("/chats", {});
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
  expect((await look(ada.api)).done).toEqual(["send_message"]);

  await ada.api.multipart("/tasks/execute_task_action", {
    task_action_name: "draft_reply",
    message_input: "hello",
  });
  expect((await look(ada.api)).done).toEqual(["send_message", "run_action"]);

  const [assistant] = (await ada.api.get("/virtual-assistants")).body;
  await ada.api.patch(`/virtual-assistants/${assistant.id}`, { description: "Knows the house." });
  expect((await look(ada.api)).open).toEqual(["connect_model", "invite_colleague"]);

  await ada.api.post(`/groups/${ada.group.id}/invitations`, {});
  expect(await look(ada.api)).toMatchObject({ open: ["connect_model"], finished: false });

  await ada.api.put("/models/connections/openai-compatible", { base_url: model.url });
  expect(await look(ada.api)).toEqual({ done: all, open: [], finished: true });

  await ada.api.del(`/chats/${chat.id}`);
  await ada.api.del("/models/connections/openai-compatible");
  expect(await look(ada.api)).toMatchObject({ open: ["connect_model"], finished: true });
});

test("a member has only steps that they are allowed to do, and dismisses them for themselves only", async () => {
  const ada = await person(server.url);
  const cora = await colleague(server.url, ada.group, "Cora Colleague");
  const dan = await colleague(server.url, ada.group, "Dan Colleague");
  expect(await look(cora.api)).toEqual({ done: [], open: ["send_message", "run_action"], finished: false });
  expect((await look(ada.api)).done).toEqual(["invite_colleague"]);

  const put = await cora.api.post(`${path}/finish`);
  expect(put).toMatchObject({ status: 200, body: { finished: true } });
  expect((await cora.api.post(`${path}/finish`)).body.finished).toBe(true);
  expect((await look(cora.api)).finished).toBe(true);
  expect((await look(dan.api)).finished).toBe(false);
});

test("first steps in one group do not count in another group", async () => {
  const ada = await person(server.url);
  const cora = await person(server.url, "Cora Colleague");
  const { body: chat } = await cora.api.post("/chats", {});
  await cora.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
  expect((await look(cora.api)).done).toEqual(["send_message"]);
  const { link } = (await ada.api.post(`/groups/${ada.group.id}/invitations`, {})).body;
  await cora.api.post("/groups/join", { invitation_token: link.split("/").at(-1) });
  const all = (await cora.api.as(await loginToken(cora.email)).post("/auth/login/group", [])).body;
  const there = all.find(({ group }: { group: { id: string } }) => group.id === ada.group.id);
  expect(await look(cora.api.as(`Bearer ${there.access_token}`))).toMatchObject({
    done: [],
    finished: false,
  });
});

async function loginToken(username: string): Promise<string> {
  const { body } = await client(server.url).form("/auth/login", { username, password: PASSWORD });
  return `Bearer ${body.access_token}`;
}
