import { createHash } from "node:crypto";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getCosineSimilarity } from "@/lib/llm/models/embeddings";
import { getLocalEmbedder } from "@/lib/llm/models/local/embedder";
import { LOCAL_EMBEDDING_MODELS } from "@/lib/llm/models/local/registry";
import { config } from "@/lib/platform/config";
import { getModelWeights } from "@/scripts/model-weights.mjs";
import { person } from "@/test/client";
import { startModelFiles } from "@/test/fakes/model-files";
import { startServer } from "@/test/server";

process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
process.env.INDEX_AFTER_MS = "50";

const weights = await getModelWeights();
const MODEL = "local:all-MiniLM-L6-v2";
const row = LOCAL_EMBEDDING_MODELS.find(({ name }) => MODEL.endsWith(name))!;

describe.skipIf(!weights)("a local model", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let owner: Awaited<ReturnType<typeof person>>;
  let hub: Awaited<ReturnType<typeof startModelFiles>>;
  beforeAll(async () => {
    // The weights for tests are a different export than the published ones.
    const files = new Map<string, Buffer>();
    for (const file of row.files) {
      const bytes = readFileSync(join(weights!, file.name));
      files.set(`/${file.path}`, bytes);
      file.bytes = statSync(join(weights!, file.name)).size;
      file.sha256 = createHash("sha256").update(bytes).digest("hex");
    }
    hub = await startModelFiles(files);
    server = await startServer();
    owner = await person(server.url);
  });
  afterAll(async () => {
    await server.close();
    await hub.close();
  });

  const searching = async () => (await owner.api.get("/models/semantic-search")).body;
  const choose = (chosen: string | null) => owner.api.put("/installation/embedding-models", { chosen });
  async function found(query: string): Promise<string[]> {
    const wanted = new URLSearchParams({
      query,
      collection_name: "chat_messages",
      search_type: "similarity",
    });
    const { body } = await owner.api.get(`/chats/chat_semantic_search_messages?${wanted}`);
    return body.map(({ message }: { message: { message: string } }) => message.message);
  }

  test("is chosen, downloaded and switched to while the built-in one keeps working", async () => {
    const chat = (await owner.api.post("/chats", { name: "Office", virtual_assistant_id: null })).body;
    const said = [
      "The printer on the second floor is out of toner again.",
      "Colleagues who want a day off ask their manager two weeks before.",
    ];
    for (const message_input of said)
      await owner.api.multipart(`/chats/${chat.id}/messages`, { message_input });
    await expect.poll(async () => (await found("How do I request vacation?"))[0]).toBe(said[1]);
    expect(await searching()).toMatchObject({ model: "builtin", english_only: true, awaits: null });

    expect((await choose("local:nothing")).status).toBe(422);
    Object.assign(config(), { MODELS_URL: hub.url, MODELS_DOWNLOAD: true });
    hub.trouble.status = 503;
    expect((await choose(MODEL)).body).toMatchObject({ chosen: MODEL, from_environment: false });
    await expect
      .poll(async () => (await searching()).awaits)
      .toMatchObject({ model: MODEL, state: "missing", problem: expect.stringContaining("status 503") });
    expect(await searching()).toMatchObject({ model: "builtin", problem: null });

    hub.trouble.status = undefined;
    await choose(MODEL);
    await expect
      .poll(searching)
      .toMatchObject({ model: MODEL, awaits: null, switching: null, problem: null });
    const { models } = (await owner.api.get("/installation/embedding-models")).body;
    expect(models).toContainEqual(expect.objectContaining({ model: MODEL, state: "ready", progress: 100 }));
    expect((await found("How do I request vacation?"))[0]).toBe(said[1]);
  }, 120_000);

  test("embeds a text the same in any batch, and close to texts of the same meaning", async () => {
    const embedder = getLocalEmbedder(row);
    const [a, b, c, blank] = await embedder.embed([
      "How old are you?",
      "What is your age?",
      "The train leaves at noon.",
      " ",
    ]);
    expect(getCosineSimilarity(a!, a!)).toBeCloseTo(1, 5);
    expect(getCosineSimilarity(a!, b!)).toBeGreaterThan(0.7);
    expect(getCosineSimilarity(a!, c!)).toBeLessThan(0.2);
    expect(blank).toEqual(new Float32Array(row.dimensions));
    expect((await embedder.embed(["What is your age?"]))[0]).toEqual(b);
  });

  test("is replaced when another one is chosen, also after its files are deleted", async () => {
    rmSync(join(config().DATA_DIR, "models"), { recursive: true });
    await choose("builtin");
    await expect.poll(searching).toMatchObject({ model: "builtin", switching: null });
  });
});
