import { afterAll } from "vitest";
import { startModelServer } from "./fakes/model-server";
import { startServer } from "./server";

/**
 * Starts the API with the fake model server. Both stop after the test file.
 * @param settings environment variables besides the model's address
 */
export async function startServerWithModel(settings: Record<string, string> = {}) {
  const model = await startModelServer();
  Object.assign(process.env, { OPENAI_BASE_URL: model.url, ...settings });
  const server = await startServer();
  afterAll(async () => {
    await server.close();
    await model.close();
  });
  return { model, server };
}
