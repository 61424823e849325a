import type { Client } from "@/test/client";
import { joined } from "@/test/client";
import { expect, test } from "@/test/page-checks";
import { expectAccessiblePages, expectAccessibleStates } from "@/test/page-states";
import { createVisitor } from "@/test/visitor";

// Menus, dialogs, panels and tabs of the workspace. keyboard.spec.ts checks most of its pages themselves.

test.use({ viewport: { width: 1440, height: 900 } });

const MARKDOWN = "[[fake markdown]]\n\n- [ ] Tent\n- [x] Stove";
const add = async (api: Client, ...files: File[]) => (await api.multipart("/documents", { files })).body;

test("messages, the composer, menus of a chat and their dialogs pass axe", async ({
  signedIn: page,
  someone: { api },
}) => {
  const { body: chat } = await api.post("/chats", { name: "Trip" });
  const files = [new File(["a,b\n1,2"], "numbers.csv")];
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: MARKDOWN, is_sync: "true", files });
  await page.goto(`/chats/${chat.uuid}`);
  await expect(page.getByRole("checkbox", { name: "To do" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Done" })).toBeChecked();
  await expectAccessibleStates(page, [
    [],
    ["Chat actions"],
    ["Chat actions", "Rename"],
    ["Chat actions", "Share"],
    ["Chat actions", "Tags…"],
    ["Chat actions", "Move to…"],
    ["Chat actions", "Compare models"],
    ["Chat actions", "Save as template…"],
    ["Chat actions", "Search in this chat"],
    ["Chat actions", "Delete chat"],
    [/^Assistant:/],
    ["React"],
    ["More"],
    ["More", "How this was made"],
    ["More", "Run a prompt on this"],
    ["More", "Delete message", { see: "Message deleted" }],
    [{ write: "/", into: "Message" }, { see: "Summarize" }],
  ]);
});

test("the panel and the canvas of a chat pass axe", async ({ signedIn: page, someone: ada, product }) => {
  const max = await joined(product.url, ada, "Max Member");
  const { body: chat } = await ada.api.post("/chats", {
    name: "Trip",
    canvas: "# Route",
    member_user_ids: [max.user.id],
    scheduled_jobs_enabled: true,
    email_integration_enabled: true,
  });
  await ada.api.post(`/chats/${chat.id}/canvas/pages`, { title: "Costs", kind: "csv", text: "a,b\n1,2" });
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "@max-member, where to?" });
  await page.goto(`/chats/${chat.uuid}`);
  await expectAccessibleStates(page, [
    ["@max-member"],
    [{ write: "@", into: "Message" }, { see: "Max Member" }],
    [{ write: "", into: "Message" }, "Members and settings"],
    ["Remove Max Member"],
    ["Documents"],
    ["Jobs"],
    ["New job", { see: "Schedule job" }],
    ["E-mail"],
    ["Settings"],
    ["Share"],
    ["Canvas"],
    ["Download or print"],
    ["Preview"],
    ["New page"],
  ]);
});

test("menus and dialogs of the start page and the sidebar pass axe", async ({
  signedIn: page,
  someone: { api },
}) => {
  const { body: trip } = await api.post("/chats", { name: "Trip" });
  await api.post("/chats", { name: "Ferry", parent_chat_id: trip.uuid });
  const { body: folder } = await api.post("/chat-workspaces", { name: "Holidays" });
  await api.post("/chats", { name: "Tent", chat_workspace_id: folder.id, tags: ["camping"] });
  await page.goto("/");
  await expectAccessibleStates(page, [
    [/^Assistant:/],
    ["Compare models"],
    ["Filter and sort chats"],
    ["Filter and sort chats", "New project…"],
    ["Actions for Trip"],
    ["Actions for Trip", "Tags…"],
    ["Sub-chats of Trip"],
    [/^Holidays/],
    ["Actions for the project Holidays"],
    ["Actions for the project Holidays", "Rename…"],
    ["Actions for the project Holidays", "Delete project…"],
    [/^Account:/],
    [{ key: "Control+k" }],
    [{ key: "Control+/" }],
    ["Temporary chat", { see: "Temporary" }],
    ["Filter and sort chats", "Select chats…", { see: "0 chats selected" }],
    ["Trip", { see: "1 chat selected" }],
    ["Move to a project"],
    ["Delete"],
  ]);
});

test("documents, collections and videos with their dialogs pass axe", async ({
  signedIn: page,
  someone: { api },
}) => {
  const [notes, table] = await add(
    api,
    new File(["Of the sea"], "notes.txt"),
    new File(["a,b\n1,2"], "table.csv"),
  );
  await api.multipart("/documents", { folder: "Sea", files: [new File(["Of ships"], "ships.md")] });
  await api.post("/chats", { name: "By the sea" });
  const { body: collection } = await api.post("/collections", { name: "Coast" });
  await api.put(`/collections/${collection.id}/documents/${notes.id}`);
  await expectAccessiblePages(page, [
    [
      "/documents",
      ["New folder"],
      ["New files: Everyone in the group"],
      ["Actions for notes.txt"],
      ["Actions for notes.txt", "Who can read it"],
      ["Actions for notes.txt", "Run a prompt on it"],
      ["Actions for notes.txt", "Add to a collection"],
      ["Actions for notes.txt", "Rename"],
      ["Actions for notes.txt", "Move to a folder"],
      ["Actions for notes.txt", "Delete"],
      ["Select notes.txt", { see: "1 selected" }],
      ["Move"],
      ["Add to a collection"],
    ],
    ["/documents?folder=Sea", [], ["Rename"]],
    [`/documents/${notes.id}`, [], ["Actions for notes.txt"]],
    [`/documents/${table.id}`, []],
    ["/documents/collections", [], ["New collection"]],
    [
      `/documents/collections/${collection.id}`,
      [],
      ["Edit name and description"],
      ["Edit name and description", "Delete"],
      ["Add a connector"],
      ["Actions for notes.txt"],
    ],
    ["/video", ["Choose a document"]],
    ["/video/conversions", []],
    ["/search?q=sea", [], ["Chats", { see: "By the sea" }]],
    ["/search?q=zebra", []],
  ]);
});

test("assistants, templates, projects and prompts with their dialogs pass axe", async ({
  signedIn: page,
  someone: { api },
}) => {
  const { body: task } = await api.post("/tasks", { name: "First week", fields: { goal: "Settle in" } });
  const { body: project } = await api.post("/chat-workspaces", {
    name: "Harbour",
    icon: "⚓",
    color: "teal",
  });
  const tides = { chat_workspace_id: project.uuid, files: [new File(["Of tides"], "tides.txt")] };
  await api.multipart("/documents", tides);
  const [action] = (await api.get("/tasks/actions")).body;
  const [assistant] = (await api.get("/virtual-assistants")).body;
  await expectAccessiblePages(page, [
    ["/assistants/new", ["Knowledge"], ["Model"], ["Tools"], ["Access"]],
    [
      `/assistants/${assistant.id}`,
      ["Knowledge"],
      ["Model"],
      ["Tools"],
      ["Access"],
      ["Versions"],
      ["Evaluation"],
      ["Remove"],
    ],
    [
      `/tasks/${task.id}`,
      ["Template actions"],
      ["Template actions", "Edit name and description"],
      ["Template actions", "Edit chat setup"],
      ["Template actions", "Delete template"],
    ],
    ["/projects", ["New project"]],
    [
      `/projects/${project.uuid}`,
      ["Project actions"],
      ["Project actions", "Edit project"],
      ["Actions for tides.txt"],
      ["Actions for tides.txt", "Move to the library"],
    ],
    ["/task-actions", [/^Run “/]],
    [`/task-actions/${action.id}`, ["Delete"]],
  ]);
});

test("the inbox and the pages of a public chat with their dialogs pass axe", async ({
  signedIn: page,
  someone: { api },
  product,
}) => {
  const { body: desk } = await api.post("/chats", { name: "Help desk", is_public: true });
  await (await createVisitor(product.url, desk)).ask("Where is my parcel?");
  const [{ chat_uuid: conversation }] = (await api.get("/inbox/conversations")).body.conversations;
  await expectAccessiblePages(page, [
    ["/inbox", ["Mine"], ["All"], ["Closed"]],
    [
      `/inbox/${conversation}`,
      [],
      ["Saved replies"],
      ["Snooze"],
      ["Block"],
      ["Members"],
      ["Settings"],
      ["Share"],
      ["Take over", { see: "Hand back" }],
    ],
    [
      `/chats/${desk.uuid}/publish`,
      [],
      ["Add a question", { see: /^Unsaved changes/ }],
      ["Create a secret", { see: "Replace the secret" }],
      ["Replace the secret"],
    ],
    [`/chats/${desk.uuid}/report`, [], ["Show as a table"]],
  ]);
});

test("settings with their dialogs pass axe", async ({ signedIn: page, someone: { api, group } }) => {
  await api.post("/users/me/api-tokens", { name: "Scripts" });
  await api.post(`/groups/${group.id}/invitations`, {});
  await api.post("/users/me/memories", { text: "Works on Fridays" });
  await expectAccessiblePages(page, [
    ["/settings", []],
    ["/settings/profile", ["Delete account"]],
    ["/settings/memory", ["Delete all"], [/^Edit “/, { see: "Project" }]],
    ["/settings/sessions", ["Sign out everywhere else"]],
    ["/settings/api-tokens", ["Revoke"]],
    ["/settings/programs", []],
    ["/settings/usage", []],
    [
      "/settings/models",
      ["Connect OpenAI", { see: "Test connection" }],
      ["Connect Amazon Bedrock", { see: "Test connection" }],
      [/^Edit stand-in/],
    ],
    ["/settings/members", ["Revoke"]],
    ["/settings/tools", ["Connect a server", { see: "Cancel" }]],
    ["/settings/tools/signed-in", []],
    ["/settings/import", []],
    ["/settings/status", []],
    ["/settings/webhooks", ["Add a webhook", { see: "Cancel" }]],
    ["/settings/installation", []],
  ]);
});
