import { handlerOf } from "@/lib/api/node";
import { answer } from "./table";

/** Serves the API with a plain Node server. */
export const handle = handlerOf(answer);
