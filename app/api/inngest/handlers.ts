import { functions } from "@/inngest/functions";
import { toInngestFunctions } from "@/inngest/inngest-functions";

type Handler = (request: Request, context: unknown) => Promise<Response>;
type Handlers = Record<"GET" | "POST" | "PUT", Handler>;

/** Loads handlers for calls of an external Inngest. Loads the SDK lazily, because other installations don't need it. */
export async function loadInngestHandlers(): Promise<Handlers> {
  const [{ serve }, { createClient }] = await Promise.all([
    import("inngest/next"),
    import("@/inngest/client"),
  ]);
  const client = createClient();
  return serve({ client, functions: toInngestFunctions(client, functions) }) as unknown as Handlers;
}
