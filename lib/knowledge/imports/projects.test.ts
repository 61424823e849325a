import { describe, expect, test } from "vitest";
import { type Client, PASSWORD, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { zipped } from "@/test/files";
import { chatNamed, filesKept, imported, over } from "@/test/imports";
import { startServerWithModel } from "@/test/server-with-model";

const { server } = await startServerWithModel({ RATE_LIMIT_HEAVY: "1000" });

// An archive may unpack to 200 times its size.
const noise = (length: number) =>
  Array.from({ length: length / 50 }, (_, n) => `${n}`.padEnd(50, "x")).join("");
const listProjects = async (api: Client) => (await api.get("/chat-workspaces")).body;
const listAssistants = async (api: Client) => (await api.get("/virtual-assistants?page_size=100")).body;
const listItems = async (api: Client, id: number, outcome: string) =>
  (await api.get(`/imports/${id}/items?outcome=${outcome}`)).body;
const findIn = async (api: Client, project: { id: number }, name: string) =>
  (await api.get(`/chats?chat_workspace_id=${project.id}`)).body.find(
    (chat: { name: string }) => chat.name === name,
  );
const chatgpt = (title: string, gizmo: object) => ({
  ...{ title, conversation_id: title, create_time: 1_700_000_000, current_node: "q", ...gizmo },
  mapping: {
    q: { message: { author: { role: "user" }, content: { content_type: "text", parts: ["Hello"] } } },
  },
});

describe("projects", () => {
  const claude = () =>
    zipped({
      "projects.json": JSON.stringify([
        {
          ...{ uuid: "p1", name: "Garden", description: "Beds", prompt_template: "Answer as a gardener." },
          docs: [{ uuid: "d", filename: "soil.md", content: "# Soil\nClay" }],
        },
        { uuid: "p2", name: 7, description: [], prompt_template: null, docs: [3, { filename: {} }] },
      ]),
      "conversations.json": JSON.stringify([
        {
          ...{ uuid: "c1", name: "Roses", project: { uuid: "p1", name: "Garden" } },
          chat_messages: [{ sender: "human", text: "When to prune?" }],
        },
      ]),
    });

  test("of Claude come with instructions, files and chats, once, and are private", async () => {
    const ada = await person(server.url);
    const bob = await colleague(server.url, ada.group, "Bob");
    const report = await imported(ada.api, await claude());
    expect(report).toMatchObject({ state: "completed", imported: 1, projects: 2, files: 1 });
    const [garden, unnamed] = await listProjects(ada.api);
    expect(garden).toMatchObject({ name: "Garden", usable_by: "creator", chats_count: 1 });
    expect(unnamed.name).toBe("Imported project (Claude)");
    expect((await ada.api.get(`/chat-workspaces/${garden.id}`)).body).toMatchObject({
      ...{ description: "Beds", instructions: "Answer as a gardener." },
    });
    expect((await findIn(ada.api, garden, "Roses")).chat_workspace).toMatchObject({ id: garden.id });
    const listFiles = async () => (await ada.api.get(`/documents?chat_workspace_id=${garden.id}`)).body;
    expect(await listFiles()).toMatchObject([{ file_name: "soil.md", place: "workspace" }]);
    expect(await listProjects(bob.api)).toEqual([]);
    const brought = await listItems(ada.api, report.id, "imported");
    expect(brought).toContainEqual(
      expect.objectContaining({ kind: "project", project: { uuid: garden.uuid, name: "Garden" } }),
    );

    await ada.api.del(`/chats/${(await findIn(ada.api, garden, "Roses")).id}`);
    const again = await imported(ada.api, await claude());
    expect(again).toMatchObject({ imported: 1, projects: 0, files: 0 });
    expect(await listProjects(ada.api)).toHaveLength(2);
    expect(await listFiles()).toHaveLength(1);
    expect((await findIn(ada.api, garden, "Roses")).chat_workspace).toMatchObject({ id: garden.id });
  });

  test("are imported without a chat for files that were not chosen", async () => {
    const { api } = await person(server.url);
    const file = [new File([(await claude()) as BlobPart], "a.zip")];
    const { id } = (await api.multipart("/imports", { file, preview: "true" })).body;
    await expect.poll(async () => (await api.get(`/imports/${id}`)).body.state).toBe("ready");
    await api.post(`/imports/${id}/start`, { parts: ["projects"] });
    expect(await over(api, id)).toMatchObject({ projects: 2, files: 0, left_out: 0 });
    expect((await listProjects(api)).map((each: { chats_count: number }) => each.chats_count)).toEqual([
      0, 0,
    ]);
  });

  test("that are damaged are reported", async () => {
    const { api } = await person(server.url);
    const zip = await zipped({
      "projects.json": [
        '[{"uuid":"p1","name":"Cut off" "docs":[]},{"uuid":"p2","name":"Whole","docs":[],"prompt_template":""}',
        `{"uuid":"p3","name":"Large","docs":[],"prompt_template":"${noise(34_000_000)}"}`,
        '{"uuid":"p4","name":"Open","docs":[',
      ].join(","),
    });
    const report = await imported(api, zip);
    expect(report).toMatchObject({ state: "completed", projects: 1, left_out: 3 });
    expect(await listItems(api, report.id, "left_out")).toMatchObject([
      { kind: "project", title: "Cut off", reason: "It is damaged: this is not JSON." },
      { kind: "project", title: "Large", reason: "It is larger than 32 MB." },
      { kind: "project", title: "Open", reason: expect.stringContaining("ends in the middle") },
    ]);
  });

  test("of ChatGPT, folders of Open WebUI and tags of LibreChat keep their chats together", async () => {
    const { api } = await person(server.url);
    const chats = [
      chatgpt("One", { gizmo_id: "g-p-68aa" }),
      chatgpt("Two", { conversation_template_id: "g-p-68aa" }),
      chatgpt("Three", { gizmo_id: "g-p-77bb" }),
      chatgpt("Odd", { gizmo_id: { a: 1 }, conversation_template_id: 5 }),
    ];
    const names = { id: "g-p-77bb", display: { name: "Boat" }, instructions: "Be brief." };
    await imported(
      api,
      await zipped({ "conversations.json": JSON.stringify(chats), "p.json": JSON.stringify([names]) }),
    );
    expect((await listProjects(api)).map(({ name, chats_count }: never) => [name, chats_count])).toEqual([
      ["Boat", 1],
      ["ChatGPT project 68aa", 2],
    ]);
    const webui = {
      ...{ id: "w", title: "Folded", folder_id: "f-1234", folder: { name: "Work" } },
      chat: { models: [], messages: [{ role: "user", content: "Hi" }] },
    };
    await imported(api, JSON.stringify([webui]));
    const libre = {
      ...{ conversationId: "l", title: "Tagged", tags: ["Recipes"] },
      messages: [{ messageId: "1", isCreatedByUser: true, text: "Soup" }],
    };
    await imported(api, JSON.stringify(libre));
    const all = (await listProjects(api)).map(({ name }: { name: string }) => name);
    expect(all).toEqual(expect.arrayContaining(["Work", "Recipes"]));
  });
});

describe("assistants", () => {
  const model = {
    ...{ id: "tutor", name: "Tutor", base_model_id: "stand-in-small" },
    params: { system: "Teach patiently." },
    meta: { description: "For school", suggestion_prompts: [{ content: "Explain fractions" }] },
  };
  const lesson = {
    ...{ id: "w1", title: "Lesson" },
    chat: { models: ["tutor"], messages: [{ role: "user", content: "Fractions" }] },
  };

  test("of Open WebUI are the person's own, once, and reply in their chats", async () => {
    const ada = await person(server.url);
    const bob = await colleague(server.url, ada.group, "Bob");
    const zip = await zipped({
      "models.json": JSON.stringify([model]),
      "chats.json": JSON.stringify([lesson]),
    });
    expect(await imported(ada.api, zip)).toMatchObject({ imported: 1, assistants: 1, left_out: 0 });
    const tutor = (await listAssistants(ada.api)).find(({ name }: { name: string }) => name === "Tutor");
    expect(tutor).toMatchObject({
      ...{ usable_by: "creator", description: "For school", instructions: "Teach patiently." },
      suggested_questions: ["Explain fractions"],
      model: expect.stringMatching(/:stand-in-small$/),
    });
    expect((await chatNamed(ada.api, "Lesson")).virtual_assistant).toMatchObject({ id: tutor.id });
    expect((await listAssistants(bob.api)).map(({ name }: { name: string }) => name)).not.toContain("Tutor");
    expect(await imported(ada.api, zip)).toMatchObject({ imported: 0, assistants: 0 });
    expect((await listAssistants(ada.api)).length).toBe((await listAssistants(bob.api)).length + 1);
  });

  test("come alone from files of LibreChat", async () => {
    const { api } = await person(server.url);
    const preset = {
      presetId: "p",
      title: "Pirate",
      endpoint: "openAI",
      promptPrefix: "Talk like a pirate.",
    };
    const agent = { id: "agent_1", name: "Clerk", instructions: "File things.", model: "gpt-4o" };
    const file = JSON.stringify([preset, agent, { id: 5, instructions: "Nothing" }]);
    expect(await imported(api, file)).toMatchObject({
      ...{ format: "librechat", found: 0, assistants: 2, state: "completed" },
    });
    const assistants = await listAssistants(api);
    for (const name of ["Pirate", "Clerk"])
      expect(assistants).toContainEqual(expect.objectContaining({ name, model: null }));
  });

  test("that the export doesn't contain, or that a member may not create, are reported", async () => {
    const ada = await person(server.url);
    const bob = await colleague(server.url, ada.group, "Bob");
    const chats = [chatgpt("A", { gizmo_id: "g-abc" }), chatgpt("B", { gizmo_id: "g-abc" })];
    const unknown = await imported(ada.api, JSON.stringify(chats));
    expect(await listItems(ada.api, unknown.id, "left_out")).toEqual([
      expect.objectContaining({ kind: "assistant", title: "g-abc" }),
    ]);
    expect((await chatNamed(ada.api, "A")).virtual_assistant.name).toBe("Parley");

    await ada.api.patch(`/groups/${ada.group.id}`, { members_create: "nothing" });
    const zip = await zipped({
      "models.json": JSON.stringify([model]),
      "chats.json": JSON.stringify([lesson]),
    });
    const refused = await imported(bob.api, zip);
    expect(refused).toMatchObject({ imported: 1, assistants: 0, left_out: 1 });
    expect(await listItems(bob.api, refused.id, "left_out")).toEqual([
      expect.objectContaining({
        ...{ title: "Tutor", reason: expect.stringMatching(/^Only owners and admins/) },
      }),
    ]);
    expect((await chatNamed(bob.api, "Lesson")).virtual_assistant.name).toBe("Parley");
  });
});

describe("a preview", () => {
  const zip = () =>
    zipped({
      "conversations.json": JSON.stringify([
        chatgpt("One", { gizmo_id: "g-p-68aa" }),
        { ...chatgpt("Two", { gizmo_id: "g-abc" }), create_time: 1_710_000_000 },
      ]),
      "gizmos.json": JSON.stringify([{ id: "g-abc", display: { name: "Helper" } }]),
    });
  const begin = async (api: Client) => {
    const fields = { file: [new File([(await zip()) as BlobPart], "a.zip")], preview: "true" };
    const { status, body } = await api.multipart("/imports", fields);
    expect(status).toBe(202);
    expect(body).toMatchObject({ state: "running", parts: null, contents: null });
    await expect.poll(async () => (await api.get(`/imports/${body.id}`)).body.state).toBe("ready");
    return body.id;
  };
  const choose = (api: Client, id: number, body: object) => api.post(`/imports/${id}/start`, body);
  const isOver = (api: Client, id: number) =>
    expect.poll(async () => (await api.get(`/imports/${id}`)).body.state).toBe("completed");

  test("says what the file holds, and imports the chosen parts only", async () => {
    const { api } = await person(server.url);
    const id = await begin(api);
    expect((await api.get(`/imports/${id}`)).body).toMatchObject({
      ...{ found: 2, imported: 0, finished_at: null },
      contents: {
        ...{ chats: 2, files: 0, projects: 1, assistants: 1 },
        ...{ from: "2023-11-14T22:13:20.000Z", until: "2024-03-09T16:00:00.000Z" },
      },
    });
    for (const parts of [[], ["all"], ["chats", "chats"], "chats"])
      expect((await choose(api, id, { parts })).status).toBe(422);
    const begun = await choose(api, id, { parts: ["chats", "assistants"] });
    expect([begun.status, begun.body.state]).toEqual([202, "running"]);
    expect((await choose(api, id, {})).status).toBe(409);
    await isOver(api, id);
    expect((await api.get(`/imports/${id}`)).body).toMatchObject({ imported: 2, projects: 0, assistants: 1 });
    expect(await listProjects(api)).toEqual([]);
    expect((await chatNamed(api, "Two")).virtual_assistant.name).toBe("Helper");

    const other = await begin(api);
    expect((await choose(api, other, { parts: ["projects"] })).status).toBe(202);
    await isOver(api, other);
    expect((await api.get(`/imports/${other}`)).body).toMatchObject({ found: 2, imported: 0, skipped: 0 });
  });

  test("is deleted with the account", async () => {
    const ada = await person(server.url);
    const bob = await colleague(server.url, ada.group, "Bob");
    const before = filesKept();
    await begin(bob.api);
    expect(filesKept()).toHaveLength(before.length + 1);
    expect((await bob.api.del("/users/me", { password: PASSWORD })).status).toBe(200);
    await expect.poll(filesKept).toEqual(before);
  });

  test("can be cancelled, and three can be open", async () => {
    const { api } = await person(server.url);
    const ids = [await begin(api), await begin(api), await begin(api)];
    const fields = { file: [new File([(await zip()) as BlobPart], "a.zip")] };
    expect((await api.multipart("/imports", fields)).status).toBe(409);
    expect((await api.post(`/imports/${ids[0]}/cancel`)).body.state).toBe("cancelled");
    expect((await choose(api, ids[0]!, {})).status).toBe(409);
    expect((await api.multipart("/imports", fields)).status).toBe(202);
  });
});
