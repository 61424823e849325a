import { afterAll, expect, test } from "vitest";
import { joined, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());
const ada = await person(server.url, "Ada Owner");
const eve = await person(server.url, "Eve Elsewhere");
const mia = await colleague(server.url, ada.group, "Mia Member");

test("people choose a mention name, which is unique in the group", async () => {
  const me = await ada.api.patch("/users/me", { mention_name: "ada" });
  expect(me.body).toMatchObject({ mention_name: "ada", full_name: "Ada Owner" });
  expect((await ada.api.patch("/users/me", { mention_name: "ada" })).status).toBe(200);
  expect((await mia.api.patch("/users/me", { full_name: "Mia", mention_name: "ada" })).status).toBe(409);
  expect((await mia.api.get("/users/me")).body).toMatchObject({
    full_name: "Mia Member",
    mention_name: null,
  });
  expect((await mia.api.patch("/users/me", { mention_name: "parley" })).status).toBe(409);
  expect((await mia.api.post("/chats", { mention_name: "ada" })).status).toBe(409);
  expect((await eve.api.patch("/users/me", { mention_name: "ada" })).status).toBe(200);
  for (const mention_name of ["", "Ada", "1a", "a"])
    expect((await mia.api.patch("/users/me", { mention_name })).status).toBe(422);
  const both = await Promise.all([
    mia.api.patch("/users/me", { mention_name: "wanted" }),
    ada.api.post("/chats", { mention_name: "wanted" }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await ada.api.patch("/users/me", { mention_name: null });
  expect((await mia.api.patch("/users/me", { mention_name: "ada" })).status).toBe(200);
});

test("the refusal of a mention name says which person or assistant has it, if the caller sees them", async () => {
  const refusalOf = async (api: typeof ada.api, mention_name: string) => {
    const { status, body } = await api.patch("/users/me", { mention_name });
    expect(status).toBe(409);
    return body.message;
  };
  const { body: secret } = await ada.api.post("/virtual-assistants", {
    name: "Secret plans",
    mention_name: "plans",
    usable_by: "creator",
  });
  await ada.api.post("/chats", { name: "Private talk", mention_name: "talk" });
  await ada.api.patch("/users/me", { mention_name: "boss" });
  expect(await refusalOf(mia.api, "boss")).toBe(
    "The name @boss is taken in this group. It belongs to Ada Owner.",
  );
  expect(await refusalOf(mia.api, "parley")).toBe(
    "The name @parley is taken in this group. It belongs to Parley.",
  );
  expect(await refusalOf(mia.api, "plans")).toBe("The name @plans is taken in this group.");
  expect(await refusalOf(ada.api, "plans")).toBe(
    "The name @plans is taken in this group. It belongs to Secret plans.",
  );
  expect(await refusalOf(mia.api, "talk")).toBe("The name @talk is taken in this group.");
  await ada.api.patch(`/virtual-assistants/${secret.id}`, {
    usable_by: "people",
    people: [{ user_id: mia.user.id }],
  });
  expect(await refusalOf(mia.api, "plans")).toBe(
    "The name @plans is taken in this group. It belongs to Secret plans.",
  );
  await ada.api.patch("/users/me", { mention_name: null });
  await ada.api.del(`/virtual-assistants/${secret.id}`);
});

test("mentions include assistants with a name and all people of the group", async () => {
  await mia.api.patch("/users/me", { mention_name: "mia" });
  const { body } = await ada.api.get("/chats/available-mentions");
  expect(body.virtual_assistants).toEqual([
    { id: expect.any(Number), name: "Parley", mention_name: "parley", avatar: "🪶", avatar_url: null },
  ]);
  expect(body.users).toEqual([
    { id: ada.user.id, full_name: "Ada Owner", mention_name: "ada-owner", avatar_url: null },
    { id: mia.user.id, full_name: "Mia Member", mention_name: "mia", avatar_url: null },
  ]);
  const eves = (await eve.api.get("/chats/available-mentions")).body;
  expect(eves.users.map(({ id }: { id: number }) => id)).toEqual([eve.user.id]);
});

test("mentions include the caller's own chats with a name and no others", async () => {
  const listed = async (api = ada.api) =>
    (await api.get("/chats/available_chats_and_tasks_mentions")).body.chats.map(
      ({ mention_name }: { mention_name: string }) => mention_name,
    );
  const before = await listed();
  await ada.api.post("/chats", { name: "Ours", mention_name: "ours", member_user_ids: [mia.user.id] });
  await ada.api.post("/chats", { name: "Passing", mention_name: "passing", temp: true });
  await mia.api.post("/chats", { name: "Hers", mention_name: "hers" });
  await eve.api.post("/chats", { name: "Eve's", mention_name: "eves" });
  expect(await listed()).toEqual([...before, "ours"].sort());
  expect(await listed(mia.api)).toEqual(["hers", "ours"]);
});

test("mentions include the name of a task, which nobody else can take", async () => {
  const made = await ada.api.post("/tasks", { name: "Onboarding", mention_name: "onboarding" });
  expect(made.status).toBe(201);
  const { tasks } = (await mia.api.get("/chats/available_chats_and_tasks_mentions")).body;
  expect(tasks).toMatchObject([{ name: "Onboarding", mention_name: "onboarding" }]);
  expect((await eve.api.get("/chats/available_chats_and_tasks_mentions")).body.tasks).toEqual([]);
  expect((await mia.api.patch("/users/me", { mention_name: "onboarding" })).status).toBe(409);
});

test("people without a chosen mention name get a unique one from their name", async () => {
  const names = async () =>
    Object.fromEntries(
      (await ada.api.get("/chats/available-mentions")).body.users.map(
        ({ id, mention_name }: { id: number; mention_name: string }) => [id, mention_name],
      ),
    );
  const zoe = await joined(server.url, ada, "Zoë Müller-Łuk");
  const other = await joined(server.url, ada, "Zoë Müller-Łuk");
  const ming = await joined(server.url, ada, "李明");
  expect(await names()).toMatchObject({
    [zoe.user.id]: "zoe-muller-uk",
    [other.user.id]: `zoe-muller-uk-${other.user.id}`,
    [ming.user.id]: `member-${ming.user.id}`,
  });
  expect((await ada.api.post("/chats", { mention_name: "zoe-muller-uk" })).status).toBe(200);
  expect(await names()).toMatchObject({ [zoe.user.id]: `zoe-muller-uk-${zoe.user.id}` });
});

test("a message that only mentions members gets no reply of an assistant until it is retried", async () => {
  await mia.api.patch("/users/me", { mention_name: "mia" });
  await ada.api.patch("/users/me", { mention_name: "ada" });
  const max = await colleague(server.url, ada.group, "Max Elsewhere");
  await max.api.patch("/users/me", { mention_name: "max" });
  const chat = (await ada.api.post("/chats", { chat_type: "group", member_user_ids: [mia.user.id] })).body;
  const repliesTo = async (message_input: string) =>
    (await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input })).body;
  const forMia = await repliesTo("@mia, can you look at this?");
  expect(forMia).toMatchObject({ responses: null, streaming_task_id: null });
  for (const text of [
    "@mia, ask @parley for it",
    "@ada is me",
    "@max is not in this chat",
    "@nobody is called so",
    "to mia@mia.example",
  ])
    expect((await repliesTo(text)).responses, text).toHaveLength(1);
  const again = await ada.api.post(`/chats/messages/${forMia.user_message_id}/retry`);
  expect(again.status).toBe(200);
  expect(again.body.responses).toHaveLength(1);
});
