import { z } from "zod";
import { get, json, post } from "@/lib/api/contract";

export const healthApi = {
  reportPageError: post("/page-errors", {
    summary: "Report an error in a page",
    description:
      "The workspace does, when a page fails in the browser. The server's log has it under `id`, which the page shows; nothing else is kept.",
    body: json(
      z.object({
        id: z.string().regex(/^[a-z0-9]{1,40}$/i),
        name: z.string().max(100),
        stack: z.string().max(4_000).describe("Where it happened, without the error's message."),
        path: z.string().max(500),
      }),
    ),
    returns: z.object({ success: z.literal(true) }),
  }),
  live: get("/health/live", {
    summary: "Is the process alive?",
    access: "anyone",
    unlimited: true,
    returns: z.object({ status: z.literal("ok") }),
  }),
  ready: get("/health/ready", {
    summary: "Can it serve?",
    description:
      "503 when the database is away, background work has not begun or the process is stopping. `degraded`, with 200, when only the storage of files is away: all but files works, and another process would have no other storage. It looks at most once a second, and is not limited.",
    access: "anyone",
    unlimited: true,
    returns: z.object({
      status: z.enum(["ok", "degraded", "unavailable"]),
      database: z.boolean(),
      runner: z.boolean(),
      storage: z.boolean(),
      providers: z.array(z.string()),
      semantic_search: z
        .object({ model: z.string(), problem: z.string().nullable() })
        .nullable()
        .describe("The embedding model, and why it cannot be used; null without a database."),
    }),
  }),
};
