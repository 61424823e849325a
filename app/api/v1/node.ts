import { createHandler } from "@/lib/api/node-handler";
import { answer } from "./table";

/** Serves the API with a plain Node server. */
export const handle = createHandler(answer);
