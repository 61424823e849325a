import { afterAll, expect, test } from "vitest";
import { joined, person } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { startServerWithModel } from "@/test/server-with-model";

// Usage limits and visibility of the operator's API keys.
const own = await startModelServer();
afterAll(own.close);
const { model, server } = await startServerWithModel({
  OPENAI_API_KEY: "the operator's key",
  ALLOW_PRIVATE_ADDRESSES: "127.0.0.1",
  GROUP_MONTHLY_TOKENS: "1000000",
});
const owner = await person(server.url, "Olga Owner");

async function group() {
  const host = await person(server.url, "Hugo Host");
  const chat = (await host.api.post("/chats", { name: "Plans" })).body;
  const ask = async () => {
    await host.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello there" });
    const [reply] = (await host.api.get(`/chats/${chat.id}/messages`)).body.slice(-1);
    return reply.extra.error as { code: string; message: string } | undefined;
  };
  return { ...host, ask };
}
const limit = (id: string, operator_monthly_tokens: number | null) =>
  owner.api.patch(`/installation/groups/${id}`, { operator_monthly_tokens });
const settings = async () => (await owner.api.get("/installation/settings")).body;
const listed = async (id: string) =>
  (await owner.api.get("/installation/groups?page_size=100")).body.find(
    (row: { id: string }) => row.id === id,
  );

test("a group that has used up its tokens of the installation uses its own key", async () => {
  const {
    api,
    group: { id },
    ask,
  } = await group();
  expect(await ask()).toBeUndefined();
  expect((await listed(id)).operator_used_tokens).toBeGreaterThan(0);
  expect((await limit(id, 1)).body.operator_monthly_tokens).toBe(1);
  const { operator_monthly_tokens, operator_used_tokens } = await listed(id);
  expect((await api.get("/usage/limit")).body).toMatchObject({
    monthly_tokens: null,
    operator_monthly_tokens,
    operator_used_tokens,
    state: "used_up",
  });
  const calls = model.calls;
  expect(await ask()).toMatchObject({
    code: "used_up",
    message: expect.stringContaining("Settings → Models"),
  });
  expect(model.calls).toBe(calls);
  const connection = { base_url: own.url, api_key: "its own key" };
  expect((await api.put("/models/connections/openai-compatible", connection)).status).toBe(200);
  expect(await ask()).toBeUndefined();
  expect(own.calls).toBe(1);
  // Usage of the group's own key is not visible to the operator.
  expect((await listed(id)).operator_used_tokens).toBe(0);
  await api.del("/models/connections/openai-compatible");
  expect(await ask()).toMatchObject({ code: "used_up" });
  await limit(id, 0);
  expect(await ask()).toBeUndefined();
});

test("the owner of the installation sets the default limit, and resets it to GROUP_MONTHLY_TOKENS", async () => {
  const {
    ask,
    group: { id },
  } = await group();
  expect(await settings()).toMatchObject({ monthly_tokens: 1_000_000, monthly_tokens_default: 1_000_000 });
  expect(await ask()).toBeUndefined();
  expect((await owner.api.patch("/installation/settings", { monthly_tokens: 1 })).body.monthly_tokens).toBe(
    1,
  );
  expect(await ask()).toMatchObject({ code: "used_up" });
  // A limit set for the group overrides the default.
  await limit(id, 500_000);
  expect(await ask()).toBeUndefined();
  await limit(id, null);
  expect(await ask()).toMatchObject({ code: "used_up" });
  await owner.api.patch("/installation/settings", { monthly_tokens: null });
  expect(await ask()).toBeUndefined();
  for (const monthly_tokens of [-1, 1.5, "1"])
    expect((await owner.api.patch("/installation/settings", { monthly_tokens })).status).toBe(422);
});

test("groups see that the installation provides a model, but neither its address nor its key", async () => {
  const host = await group();
  const member = await joined(server.url, host, "Max Member");
  const [seen] = (await host.api.get("/models/connections")).body;
  expect(seen).toEqual({
    id: "openai-compatible",
    name: null,
    provider: "openai-compatible",
    base_url: null,
    model: null,
    models: null,
    options: {},
    header_names: [],
    proxy: null,
    timeout_seconds: null,
    enabled: true,
    has_key: false,
    from_environment: true,
    updated_at: null,
  });
  const paths = ["/models", "/models/semantic-search", "/models/connections", "/health/ready", "/usage"];
  for (const { api } of [host, member])
    for (const path of paths)
      expect(JSON.stringify((await api.get(path)).body)).not.toContain(new URL(model.url).host);
  const [full] = (await owner.api.get("/models/connections")).body;
  expect(full).toMatchObject({ base_url: model.url, has_key: true });
});
