import type { Inngest } from "inngest";
import { reply } from "./reply";
import { sweep } from "./sweep";

/** All background functions. */
export const functions = (inngest: Inngest) => [reply(inngest), sweep(inngest)];
