import { implementFor } from "@/lib/api/routes";
import type { PublicVisitor } from "@/lib/surfaces/public-chats/service";

/** Pairs each operation of a noun with its handler. */
export const implement = implementFor<PublicVisitor>();
