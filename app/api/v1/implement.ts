import { implementFor } from "@/lib/api/routes";
import type { PublicVisitor } from "@/lib/surfaces/public-chats/service";

export const implement = implementFor<PublicVisitor>();
