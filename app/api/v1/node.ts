import { createHandler } from "@/lib/api/node";
import { answer } from "./table";

/** Serves the API with a plain Node server. */
export const handle = createHandler(answer);
