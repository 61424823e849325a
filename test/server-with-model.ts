import { afterAll } from "vitest";
import { startModelServer } from "./fakes/model-server";
import { startServer } from "./server";

/**
 * The API with a model whose replies the tests know; both end with the test file.
 * @param settings Of the environment, beside the address of the model
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
