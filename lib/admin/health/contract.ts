import { z } from "zod";
import { get, json, operation } from "@/lib/api/contract";
import { endpoints } from "./operations";

export const healthApi = {
  reportPageError: operation(endpoints.reportPageError, {
    summary: "Report an error in a page",
    description:
      "The workspace calls this when a page fails in the browser. The error is written to the server's log under `id`, which the page shows. Nothing else is stored.",
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
  live: operation(endpoints.live, {
    summary: "Check whether the process is alive",
    access: "anyone",
    unlimited: true,
    returns: z.object({ status: z.literal("ok") }),
  }),
  ready: get("/health/ready", {
    summary: "Check whether the process is ready",
    description:
      "Returns 503 if the database is unreachable, background work has not started or the process is stopping. Returns 200 with `degraded` if only file storage is unreachable: everything except files works, and another process would have the same storage. Checks run at most once a second. Not rate-limited.",
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
        .describe("The embedding model and, if it can't be used, why. Null without a database."),
    }),
  }),
};
