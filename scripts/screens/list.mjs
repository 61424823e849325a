// The screens that `npm run screens` takes pictures of, as Ada sees the sample content of `npm run seed`.

/** @returns what is not in the sample content: links, and a chat whose reply has failed */
export async function prepare(ada, { chats, visitorChat }) {
  const shop = chats.get("Lisbon shop");
  const { url } = await ada.post(`/chats/${shop.id}/shares`, { requires_sign_in: false, is_live: true });
  return { shop, jobs: chats.get("Spring campaign"), shared: new URL(url).pathname, visitorChat };
}

/**
 * `is`: whether its picture is in docs/screens. `as`: "nobody" for those without an account, "new" for the owner of
 * an empty group. `act` is done on the page before the picture.
 */
export const screensOf = ({ shop, jobs, shared, visitorChat }) => [
  { name: "start", title: "A new chat", path: "/", is: true },
  { name: "chat", title: "A chat", path: `/chats/${shop.uuid}`, is: true },
  {
    name: "chat-settings",
    title: "Settings of a chat",
    path: `/chats/${jobs.uuid}`,
    act: openPanel("Settings"),
  },
  { name: "jobs", title: "Jobs of a chat", path: `/chats/${jobs.uuid}`, act: openPanel("Jobs") },
  { name: "publish", title: "Publishing a chat", path: `/chats/${shop.uuid}/publish` },
  { name: "search", title: "Search", path: "/search?q=deposit", is: true },
  { name: "assistants", title: "Assistants", path: "/assistants", is: true },
  { name: "assistant", title: "An assistant", path: "/assistants", act: followFirst("Guide") },
  { name: "documents", title: "Documents", path: "/documents", is: true },
  { name: "collections", title: "Collections", path: "/documents/collections" },
  { name: "templates", title: "Templates", path: "/tasks", is: true },
  { name: "prompts", title: "Prompts", path: "/task-actions" },
  { name: "report", title: "The report of a public chat", path: `/chats/${visitorChat.uuid}/report` },
  { name: "settings-profile", title: "Settings: profile", path: "/settings/profile" },
  { name: "settings-members", title: "Settings: members", path: "/settings/members", is: true },
  { name: "settings-models", title: "Settings: models", path: "/settings/models" },
  { name: "settings-usage", title: "Settings: usage", path: "/settings/usage" },
  { name: "settings-audit-log", title: "Settings: audit log", path: "/settings/audit-log" },
  { name: "settings-import", title: "Settings: import", path: "/settings/import" },
  { name: "settings-status", title: "Settings: status", path: "/settings/status" },
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
  { name: "empty-start", title: "A new group", path: "/", as: "new" },
  { name: "empty-documents", title: "No documents", path: "/documents", as: "new" },
  { name: "empty-assistants", title: "No assistants", path: "/assistants", as: "new" },
  { name: "empty-search", title: "Nothing found", path: "/search?q=zebra", as: "new" },
  { name: "failed", title: "A list that can't be loaded", path: "/documents", act: refuseDocuments },
  { name: "not-found", title: "Page not found", path: "/chats/00000000-0000-4000-8000-000000000000" },
];

const openPanel = (tab) => async (page) => {
  await page.getByRole("button", { name: "Members and settings" }).click();
  await page.getByRole("tab", { name: tab }).click();
};

const followFirst = (name) => async (page) => {
  await page.getByRole("main").getByRole("link", { name }).first().click();
  await page.waitForURL("**/assistants/*");
};

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
