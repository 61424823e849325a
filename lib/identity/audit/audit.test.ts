import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());
const ada = await person(server.url, "Ada Example");
const getLog = async () => (await ada.api.get(`/groups/${ada.group.id}/audit-log?page_size=100`)).body;

test("API tokens and model connections are logged without their secrets", async () => {
  const token = (await ada.api.post("/users/me/api-tokens", { name: "Nightly" })).body;
  await ada.api.del(`/users/me/api-tokens/${token.id}`);
  const key = "sk-a-secret-that-nobody-may-read";
  await ada.api.put("/models/connections/openai", { api_key: key });
  await ada.api.del("/models/connections/openai");
  const log = await getLog();
  expect(log.slice(0, 4)).toMatchObject([
    { action: "model_disconnected", details: { provider: "openai" } },
    { action: "model_connected", details: { provider: "openai" } },
    { action: "api_token_revoked", details: { token_id: token.id } },
    { action: "api_token_made", details: { name: "Nightly" } },
  ]);
  expect(JSON.stringify(log)).not.toContain(key);
  expect(JSON.stringify(log)).not.toContain(token.token);
});

test("refused requests are not logged", async () => {
  const before = (await getLog()).length;
  expect((await ada.api.del("/users/me/api-tokens/2000000000")).status).toBe(404);
  expect((await ada.api.del("/models/connections/openai")).status).toBe(404);
  expect((await getLog()).length).toBe(before);
});
