import { z } from "zod";
import { get } from "@/lib/api/contract";

export const healthApi = {
  live: get("/health/live", {
    summary: "Is the process alive?",
    access: "anyone",
    returns: z.object({ status: z.literal("ok") }),
  }),
  ready: get("/health/ready", {
    summary: "Can it serve?",
    description: "503 when the database is away or the process is stopping.",
    access: "anyone",
    returns: z.object({
      status: z.enum(["ok", "unavailable"]),
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
