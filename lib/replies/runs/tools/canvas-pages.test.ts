import { expect, test } from "vitest";
import { type Client, listen, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";
import { createVisitor, publicChat } from "@/test/visitor";

const { model, server } = await startServerWithModel();

const ada = await person(server.url, "Ada Example");
const mia = await colleague(server.url, ada.group, "Mia Member");
const eve = await person(server.url, "Eve Elsewhere");
type Chat = { id: number; uuid: string };
type By = { api: Client };
const newChat = async (body: object = {}, { api }: By = ada): Promise<Chat> =>
  (await api.post("/chats", body)).body;
const listPages = (chat: Chat) => `/chats/${chat.id}/canvas/pages`;
const addPage = async (chat: Chat, text: string, { api }: By = ada): Promise<{ id: number }> =>
  (await api.post(listPages(chat), { title: "table.csv", kind: "csv", text })).body;
const getText = async (chat: Chat, page: { id: number }, { api }: By = ada) =>
  (await api.get(`${listPages(chat)}/${page.id}`)).body.text;
const listVersions = async (chat: Chat, page: { id: number }) =>
  (await ada.api.get(`/chats/${chat.id}/canvas/versions?page_id=${page.id}`)).body;
const say = async (chat: Chat, message_input: string, { api }: By = ada) =>
  (await api.multipart(`/chats/${chat.id}/messages`, { message_input })).body.responses[0];
const ask = (chat: Chat, name: string, input: object, by: By = ada, call = "call") =>
  say(chat, `[[fake ${call} ${name} ${JSON.stringify(input)}]]`, by);
const offered = () => model.requests.at(-1)?.tools?.map((tool) => tool.function.name) ?? [];
const TOOLS = ["update_canvas", "list_canvas_pages", "read_canvas_page", "create_canvas_page"];

test("canvas tools are offered when the canvas has pages or is mentioned", async () => {
  const chat = await newChat();
  await say(chat, "hello");
  expect(offered()).toEqual([]);
  await say(chat, "Put it on the canvas");
  expect(offered()).toEqual(TOOLS);
  await addPage(chat, "a");
  const { id } = await say(chat, "hello");
  expect(offered()).toEqual(TOOLS);
  await ada.api.post(`/chats/messages/${id}/retry`);
  expect(offered()).toEqual(TOOLS);
});

test("a page created by an assistant is announced, names its author, and can be undone", async () => {
  const chat = await newChat({ page_type: "canvas", member_user_ids: [mia.user.id] });
  const events = await listen(mia.api, `/chats/${chat.id}/events`);
  await events.named("ready");
  const made = { title: "page.html", kind: "html", text: "<b>hi</b>" };
  const reply = await ask(chat, "create_canvas_page", made);
  const heard = await events.ended(({ data }) => data.fields?.includes("canvas"));
  events.close();
  expect(heard?.event).toBe("chat.updated");
  const [page] = (await mia.api.get(listPages(chat))).body;
  expect(page).toMatchObject({ title: "page.html", kind: "html", language: null });
  expect(await getText(chat, page, mia)).toBe("<b>hi</b>");
  expect(reply.reasoning_steps).toEqual([
    expect.objectContaining({
      kind: "write",
      label: "Creating a canvas page",
      description_md: "page.html",
      metadata: { result: `Page ${page.id} was created.`, failed: false, canvas_page_id: page.id },
    }),
  ]);
  expect(await listVersions(chat, page)).toMatchObject([
    { characters: 0, changed_by: { user_id: null, name: "Parley" } },
  ]);
  await ada.api.post(`/chats/${chat.id}/canvas/undo`, { page_id: page.id });
  expect(await getText(chat, page)).toBe("");
});

test("pages are listed, read and changed, and a person's text can be restored", async () => {
  const chat = await newChat();
  const page = await addPage(chat, "Name,Score");
  expect((await ask(chat, "list_canvas_pages", {})).message).toContain(
    `{"id":${page.id},"title":"table.csv","kind":"csv","language":null}`,
  );
  const path = `${listPages(chat)}/${page.id}`;
  await ada.api.patch(path, { text: "Name,Score\nAda,1" });
  const read = await ask(chat, "read_canvas_page", { page_id: page.id });
  expect(read.message).toContain(
    `<page id="${page.id}" title="table.csv" kind="csv">\nName,Score\nAda,1\n</page>`,
  );
  expect(read.reasoning_steps[0]).toMatchObject({
    kind: "read",
    description_md: "table.csv",
    metadata: { canvas_page_id: page.id },
  });
  const change = { page_id: page.id, find: "Ada,1", replace: "Ada,2" };
  expect((await ask(chat, "update_canvas", change)).reasoning_steps[0]).toMatchObject({
    label: "Updating the canvas",
    description_md: "table.csv",
    metadata: { failed: false, canvas_page_id: page.id },
  });
  expect(await getText(chat, page)).toBe("Name,Score\nAda,2");
  // A person continues typing, but the assistant's text is kept as a separate version.
  await ada.api.patch(path, { text: "Name,Score\nAda,3" });
  expect(await listVersions(chat, page)).toMatchObject([
    { preview: "Name,Score\nAda,2", changed_by: { name: "Ada Example" } },
    { preview: "Name,Score\nAda,1", changed_by: { user_id: null, name: "Parley" } },
    { preview: "Name,Score", changed_by: { name: "Ada Example" } },
  ]);
  expect((await ada.api.get(`/chats/${chat.id}`)).body.canvas).toBeNull();
});

test("a page is rewritten only by an assistant that has seen its text", async () => {
  const chat = await newChat();
  const page = await addPage(chat, "What Ada wrote");
  const change = { page_id: page.id, text: "new" };
  const reply = await ask(chat, "update_canvas", change);
  expect(reply.message).toMatch(/^The tool said: Know what you replace\. It says now:\n\nWhat Ada wrote/);
  expect(reply.reasoning_steps[0].metadata).toMatchObject({ failed: true });
  expect(await getText(chat, page)).toBe("What Ada wrote");
  await ask(chat, "update_canvas", change, ada, "call!");
  expect(await getText(chat, page)).toBe("new");
  expect(await listVersions(chat, page)).toMatchObject([{ preview: "What Ada wrote" }]);
});

test("a long page is read in parts, and cannot be rewritten", async () => {
  const chat = await newChat();
  const page = await addPage(chat, `${"x".repeat(45_000)}The end.`);
  const first = await ask(chat, "read_canvas_page", { page_id: page.id });
  expect(first.message).not.toContain("The end.");
  expect(first.message).toContain("It has 45008 characters. Go on at 40000.");
  const rest = await ask(chat, "read_canvas_page", { page_id: page.id, offset: 40_000 });
  expect(rest.message).toContain("The end.");
  await ask(chat, "update_canvas", { page_id: page.id, text: "short" }, ada, "call!");
  expect(await getText(chat, page)).toHaveLength(45_008);
});

test("an assistant reads pages for a member, but neither changes nor creates any", async () => {
  const chat = await newChat({ member_user_ids: [mia.user.id] });
  const page = await addPage(chat, "Ada's");
  expect((await ask(chat, "read_canvas_page", { page_id: page.id }, mia)).message).toContain("Ada's");
  const change = { page_id: page.id, find: "Ada", replace: "Mia" };
  for (const reply of [
    await ask(chat, "update_canvas", change, mia),
    await ask(chat, "create_canvas_page", { title: "Mine", kind: "text", text: "x" }, mia),
  ])
    expect(reply.message).toContain("Only owners and admins");
  expect(await getText(chat, page)).toBe("Ada's");
  expect((await ada.api.get(listPages(chat))).body).toHaveLength(1);
});

test("pages of other chats, of other groups and unknown pages are not found", async () => {
  const own = await newChat({ page_type: "canvas" }, mia);
  const secret = await newChat();
  const elsewhere = await newChat({}, eve);
  const pages = [await addPage(secret, "A secret"), await addPage(elsewhere, "A secret", eve)];
  for (const { id } of [...pages, { id: 2_000_000_000 }])
    for (const reply of [
      await ask(own, "read_canvas_page", { page_id: id }, mia),
      await ask(own, "update_canvas", { page_id: id, text: "mine" }, mia, "call!"),
      await ask(own, "update_canvas", { page_id: id, find: "secret", replace: "x" }, mia),
    ]) {
      expect(reply.message).toContain("Page not found");
      expect(reply.reasoning_steps.at(-1).metadata).toMatchObject({ failed: true });
      expect(JSON.stringify(reply)).not.toContain("A secret");
    }
  expect(await getText(secret, pages[0]!)).toBe("A secret");
  expect(await getText(elsewhere, pages[1]!, eve)).toBe("A secret");
});

test("the model of a visitor sees no page and changes none", async () => {
  const chat = await publicChat(ada);
  const page = await addPage(chat, "For the team");
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("What is on the canvas?");
  expect(offered()).toEqual(["call_the_team"]);
  expect(JSON.stringify(model.requests.at(-1))).not.toContain("table.csv");
  const calls = [
    `read_canvas_page {"page_id":${page.id}}`,
    "list_canvas_pages {}",
    `update_canvas {"page_id":${page.id},"find":"team","replace":"visitor"}`,
    'create_canvas_page {"title":"Hacked","kind":"text","text":""}',
  ];
  for (const call of calls) {
    await visitor.ask(`[[fake call ${call}]]`);
    expect(offered()).toEqual(["call_the_team"]);
  }
  expect(JSON.stringify(await visitor.read())).not.toMatch(/For the team|table\.csv/);
  expect(await getText(chat, page)).toBe("For the team");
  expect((await ada.api.get(listPages(chat))).body).toHaveLength(1);
});

test.each([
  ["create_canvas_page", '{"title":"","kind":"text","text":""}'],
  ["create_canvas_page", '{"title":"x","kind":"film","text":""}'],
  ["create_canvas_page", '{"title":"x","text":""}'],
  ["read_canvas_page", '{"page_id":99999999999}'],
  ["update_canvas", '{"page_id":"1","text":"x"}'],
])("an invalid call of %s with %s is refused and the reply continues", async (name, input) => {
  const chat = await newChat({ page_type: "canvas" });
  const reply = await say(chat, `[[fake call ${name} ${input}]]`);
  expect(reply.extra.error).toBeUndefined();
  expect(reply.message).toMatch(/^The tool said: The arguments do not fit/);
  expect((await ada.api.get(listPages(chat))).body).toEqual([]);
});
