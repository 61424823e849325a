import { afterAll } from "vitest";
import { person } from "./client";
import { startModelServer } from "./fakes/model-server";
import { startServer } from "./server";

/**
 * Starts the API with a model, and an account with public chats. Stops everything after the test file.
 * @param settings environment variables; by default visitors have no limits
 */
export async function startHelpDesk(settings: Record<string, string> = {}) {
  const model = await startModelServer();
  Object.assign(process.env, {
    RATE_LIMIT_PUBLIC_SESSIONS: "500",
    RATE_LIMIT_VISITOR_MESSAGES_ADDRESS: "500",
    OPENAI_BASE_URL: model.url,
    ...settings,
  });
  const server = await startServer();
  afterAll(async () => {
    await server.close();
    await model.close();
  });
  const staff = await person(server.url, "Stefanie Staff");
  const publicChat = async (fields: object = {}): Promise<{ id: number; uuid: string }> =>
    (await staff.api.post("/chats", { name: "Help desk", is_public: true, ...fields })).body;
  return { model, server, staff, publicChat };
}
