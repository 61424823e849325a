import { handlerOf } from "@/lib/api/node";
import { answer } from "./table";

/** The API on a server of Node's own. */
export const handle = handlerOf(answer);
