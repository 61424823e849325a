import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { type Answer, joined, person } from "@/test/client";
import { startServer } from "@/test/server";
import { type Cap, type CapKind, getCaps } from "./caps";

// Caps hold per account and per group, also under concurrent requests.
const server = await startServer();
const folder = mkdtempSync(join(tmpdir(), "parley-caps-"));
config().CONNECTOR_FOLDERS = [folder];
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
type Api = Awaited<ReturnType<typeof person>>["api"];

const before = new Map<Cap<never>, () => number>();
// Lowers a cap so that a test reaches it with few requests.
function limit(kind: CapKind, scope: "group" | "account", max: number): void {
  const cap = getCaps(kind)[scope] as Cap<never>;
  before.set(cap, before.get(cap) ?? cap.max);
  cap.max = () => max;
}
afterEach(() => {
  for (const [cap, max] of before) cap.max = max;
});

let names = 0;
const name = () => `Name ${++names}`;
const newChat = async (api: Api) => (await api.post("/chats", { scheduled_jobs_enabled: true })).body.id;

type Create = (api: Api, group: string) => Promise<Answer>;
// `create` makes one item of the kind; `first` is the number of items that a new group already has.
const KINDS: Record<CapKind, { scope: "group" | "account"; create: Create; first?: number }> = {
  connectors: {
    scope: "account",
    create: async (api) => {
      const { id } = (await api.post("/collections", { name: name() })).body;
      return api.post(`/collections/${id}/connectors`, {
        name: name(),
        source: { kind: "folder", path: folder },
      });
    },
  },
  mcpServers: {
    scope: "group",
    create: (api) => api.post("/mcp-servers", { name: name(), url: "http://127.0.0.1:9/mcp" }),
  },
  assistants: {
    scope: "group",
    create: (api) => api.post("/virtual-assistants", { name: name() }),
    first: 1,
  },
  prompts: {
    scope: "group",
    create: (api) =>
      api.post("/tasks/actions", { name: name(), action_name: `action_${++names}`, prompt: "Go" }),
    first: 3,
  },
  privateAssistants: {
    scope: "account",
    create: (api) => api.post("/virtual-assistants", { name: name(), usable_by: "creator" }),
  },
  privatePrompts: {
    scope: "account",
    create: (api) =>
      api.post("/tasks/actions", {
        name: name(),
        action_name: `action_${++names}`,
        prompt: "Go",
        usable_by: "creator",
      }),
  },
  invitations: { scope: "group", create: (api, group) => api.post(`/groups/${group}/invitations`, {}) },
  templates: { scope: "account", create: (api) => api.post("/tasks", { name: name() }) },
  collections: { scope: "account", create: (api) => api.post("/collections", { name: name() }) },
  folders: { scope: "account", create: (api) => api.post("/chat-workspaces", { name: name() }) },
  tags: {
    scope: "account",
    create: async (api) => api.patch(`/chats/${await newChat(api)}/me`, { tags: [name()] }),
  },
  jobs: {
    scope: "account",
    create: async (api) =>
      api.post(`/chats/${await newChat(api)}/jobs`, {
        name: name(),
        prompt: "What is new?",
        cron: "0 9 * * *",
        time_zone: "UTC",
      }),
  },
  shares: {
    scope: "account",
    create: async (api) => api.post(`/chats/${await newChat(api)}/shares`, {}),
  },
  groups: { scope: "account", create: (api) => api.post("/groups", { name: name() }), first: 1 },
};

describe.each(Object.entries(KINDS))("%s", (kind, { scope, create, first = 0 }) => {
  test("stay below their cap, also when several are created concurrently", async () => {
    const { api, group } = await person(server.url);
    const there = kind === "prompts" ? (await api.get("/tasks/actions")).body.length : first;
    limit(kind as CapKind, scope, there + 2);
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(api, group.id)));
    const refused = answers.filter(({ status }) => status === 409);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(2);
    expect(refused.map(({ body }) => body.message)).toEqual(
      refused.map(() => expect.stringContaining(`${there + 2} `)),
    );
    expect(refused).toHaveLength(4);
    // Other owners are unaffected.
    const other = await person(server.url);
    expect((await create(other.api, other.group.id)).status).toBeLessThan(300);
  });
});

test("connectors of a group are counted across its members, and 0 means no limit", async () => {
  const owner = await person(server.url);
  const member = await joined(server.url, owner, "Mia Member");
  const { create } = KINDS.connectors;
  Object.assign(config(), { GROUP_CONNECTORS: 2, ACCOUNT_CONNECTORS: 0 });
  expect((await create(owner.api, "")).status).toBe(201);
  const made = await create(member.api, "");
  expect(made.status).toBe(201);
  for (const { api } of [owner, member])
    expect((await create(api, "")).body.message).toBe(
      "This group has 2 connectors, which is the limit. Remove one first.",
    );
  await member.api.del(`/connectors/${made.body.id}`);
  expect((await create(owner.api, "")).status).toBe(201);
  config().GROUP_CONNECTORS = 0;
  expect((await create(owner.api, "")).status).toBe(201);
});

test("every cap is at most 500", () => {
  for (const kind of Object.keys(KINDS) as CapKind[])
    for (const cap of Object.values(getCaps(kind))) expect(cap.max()).toBeLessThanOrEqual(500);
});
