// Screens of `npm run screens`, as Ada sees the sample content of `npm run seed`.

/** Creates and returns data that the sample content lacks: links, and a chat with a failed reply. */
export async function prepare(ada, { chats, visitorChat }) {
  const shop = chats.get("Lisbon shop");
  const { url } = await ada.post(`/chats/${shop.id}/shares`, { requires_sign_in: false, is_live: true });
  const [conversation] = (await ada.get("/inbox/conversations")).conversations;
  const [campaign] = await ada.get("/documents?search=spring-campaign");
  const shared = new URL(url).pathname;
  return { chats, shared, visitorChat, conversation, campaign };
}

export const LANGUAGES = [
  ["de", "German"],
  ["fr", "French"],
  ["es", "Spanish"],
  ["pt-BR", "Portuguese"],
  ["it", "Italian"],
  ["nl", "Dutch"],
  ["pl", "Polish"],
  ["ja", "Japanese"],
  ["zh-CN", "Chinese"],
  ["ar", "Arabic"],
];

/**
 * `is`: a main screen, with all four pictures in docs/screens; others have two. `as`: "nobody" for callers without an
 * account, "new" for the owner of an empty group, or the browser's language. `act` runs before the picture is taken.
 */
export const listScreens = (content) => [
  ...listChatScreens(content),
  ...listPageScreens(content),
  ...SETTINGS_SCREENS,
  ...listGuestScreens(content),
  ...EMPTY_SCREENS,
  ...listTranslatedScreens(content),
];

const press = (name) => async (page) => {
  await page
    .getByRole("main")
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();
};

const openPanel = (tab) => async (page) => {
  await page.getByRole("button", { name: "Members and settings" }).click();
  await page.getByRole("tab", { name: tab, exact: true }).click();
};

async function openSource(page) {
  const sources = page.getByRole("list", { name: "Sources" }).last();
  await sources.getByRole("link").or(sources.getByRole("button")).first().click();
}

async function openCanvas(page) {
  const button = page.getByRole("main").getByRole("button", { name: "Canvas", exact: true });
  if (await button.isVisible()) return button.click();
  await page.getByRole("button", { name: "Chat actions" }).click();
  await page.getByRole("menuitem", { name: "Open the canvas" }).click();
}

async function find(page) {
  await page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").last().fill("deposit");
  await page.getByRole("option").filter({ hasText: "deposit" }).first().waitFor();
}

const followFirst = (name) => async (page) => {
  await page.getByRole("main").getByRole("link", { name }).first().click();
  await page.waitForURL("**/assistants/*");
};

async function openKnowledge(page) {
  await followFirst("Edit “Guide”")(page);
  await page.getByRole("tab", { name: "Knowledge", exact: true }).click();
}

async function saveAsTemplate(page) {
  await press("Chat actions")(page);
  await page.getByRole("menuitem", { name: "Save as template" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).waitFor();
}

async function showStorage(page) {
  await page
    .getByRole("row", { name: /^Files/ })
    .first()
    .waitFor();
  await page
    .getByRole("heading", { name: "Storage" })
    .evaluate((heading) => heading.scrollIntoView({ block: "start" }));
}

async function refuseDocuments(page) {
  await page.route("**/api/v1/documents*", (route) =>
    route.fulfill({
      status: 403,
      json: { error: "forbidden", message: "You may not read these documents." },
    }),
  );
  await page.getByRole("searchbox", { name: "Search documents" }).fill("x");
  await page.getByText("You may not read these documents.").waitFor();
}

const toPath = ({ chats }, name) => `/chats/${chats.get(name).uuid}`;

function listChatScreens(content) {
  const at = (name) => toPath(content, name);
  return [
    { name: "start", title: "A new chat", path: "/", is: true },
    { name: "chat", title: "A chat with an assistant", path: at("Questions about the handbook"), is: true },
    { name: "chat-people", title: "A chat among people", path: at("Lisbon shop"), is: true },
    { name: "canvas", title: "A canvas", path: at("Summer newsletter"), act: openCanvas },
    { name: "source", title: "A source of a reply", path: at("Spring campaign"), act: openSource },
    { name: "chooser", title: "Assistant and model", path: at("Spring campaign"), act: press(/^Assistant:/) },
    {
      name: "chat-menu",
      title: "What can be done with a chat",
      path: at("Lisbon shop"),
      act: press("Chat actions"),
    },
    {
      name: "save-as-template",
      title: "Saving a chat as a template",
      path: at("Spring campaign"),
      act: saveAsTemplate,
    },
    { name: "share", title: "Sharing a chat", path: at("Lisbon shop"), act: openPanel("Share") },
    { name: "members", title: "Members of a chat", path: at("Lisbon shop"), act: openPanel("Members") },
    {
      name: "chat-settings",
      title: "Settings of a chat",
      path: at("Spring campaign"),
      act: openPanel("Settings"),
    },
    { name: "jobs", title: "Jobs of a chat", path: at("Spring campaign"), act: openPanel("Jobs") },
  ];
}

const listPageScreens = ({ visitorChat, conversation, campaign }) => [
  { name: "palette", title: "Find anything", path: "/", act: find },
  { name: "search", title: "Search", path: "/search?q=deposit", is: true },
  { name: "assistants", title: "Assistants", path: "/assistants", is: true },
  { name: "assistant", title: "An assistant", path: "/assistants", act: followFirst("Edit “Guide”") },
  {
    name: "assistant-knowledge",
    title: "What an assistant knows",
    path: "/assistants",
    act: openKnowledge,
  },
  { name: "documents", title: "Documents", path: "/documents", is: true },
  { name: "document", title: "A document", path: `/documents/${campaign.id}` },
  { name: "collections", title: "Collections", path: "/documents/collections" },
  { name: "videos", title: "Videos", path: "/video" },
  { name: "templates", title: "Templates", path: "/tasks", is: true },
  { name: "prompts", title: "Prompts", path: "/task-actions" },
  { name: "inbox", title: "The inbox", path: "/inbox", is: true },
  {
    name: "conversation",
    title: "A conversation with a visitor",
    path: `/inbox/${conversation.chat_uuid}`,
  },
  { name: "publish", title: "Publishing a chat", path: `/chats/${visitorChat.uuid}/publish` },
  { name: "report", title: "The report of a public chat", path: `/chats/${visitorChat.uuid}/report` },
];

const SETTINGS_SCREENS = [
  { name: "settings-profile", title: "Settings: profile", path: "/settings/profile" },
  { name: "settings-notifications", title: "Settings: notifications", path: "/settings/notifications" },
  { name: "settings-sessions", title: "Settings: sessions", path: "/settings/sessions" },
  { name: "settings-memory", title: "Settings: memory", path: "/settings/memory" },
  { name: "settings-api-tokens", title: "Settings: API tokens", path: "/settings/api-tokens" },
  { name: "settings-members", title: "Settings: members", path: "/settings/members", is: true },
  { name: "settings-models", title: "Settings: models", path: "/settings/models" },
  { name: "settings-tools", title: "Settings: tools", path: "/settings/tools" },
  { name: "settings-programs", title: "Settings: connected programs", path: "/settings/programs" },
  { name: "settings-webhooks", title: "Settings: webhooks", path: "/settings/webhooks" },
  { name: "settings-usage", title: "Settings: usage", path: "/settings/usage" },
  { name: "settings-storage", title: "Settings: storage", path: "/settings/usage", act: showStorage },
  { name: "settings-audit-log", title: "Settings: audit log", path: "/settings/audit-log" },
  { name: "settings-import", title: "Settings: import", path: "/settings/import" },
  { name: "settings-installation", title: "Settings: installation", path: "/settings/installation" },
  { name: "settings-status", title: "Settings: status", path: "/settings/status" },
];

const listGuestScreens = ({ shared, visitorChat }) => [
  { name: "sign-in", title: "Sign in", path: "/login", as: "nobody", is: true },
  {
    name: "public-chat",
    title: "A public chat",
    path: `/public/chats/${visitorChat.uuid}`,
    as: "nobody",
    is: true,
  },
  { name: "shared-link", title: "A shared chat", path: shared, as: "nobody" },
  { name: "api-reference", title: "The API reference", path: "/docs", as: "nobody", is: true },
  { name: "api-reference-chats", title: "The API reference: chats", path: "/docs/chats", as: "nobody" },
];

const EMPTY_SCREENS = [
  { name: "empty-start", title: "A new group", path: "/", as: "new" },
  { name: "empty-documents", title: "No documents", path: "/documents", as: "new" },
  { name: "empty-assistants", title: "No assistants", path: "/assistants", as: "new" },
  { name: "empty-inbox", title: "An empty inbox", path: "/inbox", as: "new" },
  { name: "empty-search", title: "Nothing found", path: "/search?q=zebra", as: "new" },
  { name: "failed", title: "A list that can't be loaded", path: "/documents", act: refuseDocuments },
  { name: "not-found", title: "Page not found", path: "/chats/00000000-0000-4000-8000-000000000000" },
];

const listTranslatedScreens = (content) => [
  ...LANGUAGES.map(([as, language]) => ({
    name: `in-${as}`,
    title: `A chat, in ${language}`,
    path: toPath(content, "Questions about the handbook"),
    as,
  })),
  { name: "arabic-documents", title: "Documents, in Arabic", path: "/documents", as: "ar" },
  { name: "arabic-inbox", title: "The inbox, in Arabic", path: "/inbox", as: "ar" },
  { name: "arabic-settings", title: "Settings, in Arabic", path: "/settings/members", as: "ar" },
  {
    name: "arabic-publish",
    title: "Publishing, in Arabic",
    path: `/chats/${content.visitorChat.uuid}/publish`,
    as: "ar",
  },
];
