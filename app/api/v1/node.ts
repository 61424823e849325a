import { createHandler } from "@/lib/api/node-handler";
import { answer } from "./table";

export const handle = createHandler(answer);
