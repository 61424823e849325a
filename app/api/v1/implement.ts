import { implementFor } from "@/lib/api/routes";
import type { PublicVisitor } from "@/lib/channels/public-chats/service";

export const implement = implementFor<PublicVisitor>();
