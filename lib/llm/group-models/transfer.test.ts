import { afterAll, expect, test } from "vitest";
import { joined, person } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { startServer } from "@/test/server";

const rack = await startModelServer({ models: [{ id: "gpt-4o" }, { id: "llama-4" }] });
process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
const server = await startServer();
afterAll(async () => {
  await server.close();
  await rack.close();
});

type Person = Awaited<ReturnType<typeof person>>;
type Connection = { id: string; enabled: boolean; has_key: boolean };

async function findConnection({ api }: Person, id: string): Promise<Connection> {
  return (await api.get("/models/connections")).body.find((each: Connection) => each.id === id);
}
const findModel = async ({ api }: Person, id: string) =>
  (await api.get("/models/settings")).body.models.find(({ model }: { model: string }) => model === id);

async function owner(name: string) {
  const ada = await person(server.url, name);
  const max = await joined(server.url, ada, "Max Member");
  const put = async (path: string, body: object) =>
    expect((await ada.api.put(path, body)).status, path).toBe(200);
  await put("/models/connections/rack", {
    provider: "openai-compatible",
    name: "Rack",
    base_url: rack.url,
    timeout_seconds: 30,
  });
  await put("/models/connections/groq", {
    provider: "openai-compatible",
    base_url: "https://api.groq.example/v1",
    api_key: "secret-key",
    headers: { "x-team": "secret-header" },
    proxy: "http://user:secret-password@proxy.example:3128",
    models: ["llama-4"],
  });
  await put("/models/settings", {
    model: "rack:gpt-4o",
    name: "House model",
    icon: "🏠",
    usable_by: "people",
    user_ids: [max.user.id],
    price: { input: 1, output: 2.5 },
    sees_pictures: false,
  });
  await put("/models/order", { models: ["rack:gpt-4o", "rack:llama-4"] });
  await put("/models/default", { model: "rack:llama-4" });
  return { ada, max, file: (await ada.api.get("/models/export")).body };
}

test("connections and settings of models come over to another group, without secrets and people", async () => {
  const { file, max } = await owner("Ada Example");
  const text = JSON.stringify(file);
  for (const secret of ["secret-key", "secret-header", "secret-password", "user:"])
    expect(text).not.toContain(secret);
  expect(text).not.toContain(`[${max.user.id}]`);

  const bea = await person(server.url, "Bea Example");
  const answer = await bea.api.post("/models/import", file);
  expect([answer.status, answer.body]).toEqual([200, { connections: 2, models: 1, incomplete: ["groq"] }]);
  expect(await findConnection(bea, "rack")).toMatchObject({
    name: "Rack",
    base_url: rack.url,
    timeout_seconds: 30,
    enabled: true,
  });
  expect(await findConnection(bea, "groq")).toMatchObject({
    proxy: "http://proxy.example:3128",
    models: ["llama-4"],
    enabled: false,
    has_key: false,
  });
  expect(await findModel(bea, "rack:gpt-4o")).toMatchObject({
    name: "House model",
    icon: "🏠",
    usable_by: "people",
    user_ids: [],
    price: { input: 1, output: 2.5 },
    sees_pictures: false,
  });
  const { models, default: byDefault } = (await bea.api.get("/models")).body;
  expect(models.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual(["rack:gpt-4o", "rack:llama-4"]);
  expect(byDefault.id).toBe("rack:llama-4");
});

test("an import keeps the keys, the people and what the file doesn't have", async () => {
  const { ada, max, file } = await owner("Cleo Example");
  await ada.api.put("/models/settings", {
    model: "rack:llama-4",
    name: "Kept",
    price: { input: 3, output: 4 },
  });
  const answer = (await ada.api.post("/models/import", file)).body;
  expect(answer.incomplete).toEqual([]);
  expect(await findConnection(ada, "groq")).toMatchObject({
    has_key: true,
    header_names: ["x-team"],
    enabled: true,
  });
  expect(await findModel(ada, "rack:gpt-4o")).toMatchObject({ user_ids: [max.user.id] });
  expect(await findModel(ada, "rack:llama-4")).toMatchObject({
    name: "Kept",
    price: { input: 3, output: 4 },
  });
});

test("a key doesn't come along to another address", async () => {
  const { ada, file } = await owner("Dan Example");
  for (const connection of file.connections)
    if (connection.id === "groq") connection.base_url = "https://elsewhere.example/v1";
  expect((await ada.api.post("/models/import", file)).body.incomplete).toEqual(["groq"]);
  expect(await findConnection(ada, "groq")).toMatchObject({ has_key: false, enabled: false });
});

test("a file with an error changes nothing, and says where the error is", async () => {
  const { file } = await owner("Eve Example");
  const fay = await person(server.url, "Fay Example");
  const [groq, other] = file.connections;
  const files: [object, string][] = [
    [
      { ...file, connections: [groq, { ...other, provider: "azure", base_url: null }] },
      "body.connections.1.base_url",
    ],
    [{ ...file, connections: [groq, groq] }, "body.connections"],
    [{ ...file, version: 2 }, "body.version"],
    [
      { ...file, models: [{ ...file.models[0], price: { input: -1, output: 1 } }] },
      "body.models.0.price.input",
    ],
    [{ ...file, secrets: [] }, "body"],
  ];
  for (const [wrong, where] of files) {
    const { status, body } = await fay.api.post("/models/import", wrong);
    expect([status, body.detail?.[0]?.loc.join(".")]).toEqual([422, where]);
  }
  expect((await fay.api.get("/models/connections")).body).toEqual([]);
  expect((await fay.api.get("/models/export")).body).toMatchObject({
    connections: [],
    models: [],
    order: [],
  });
});
