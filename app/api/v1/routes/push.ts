import { pushApi } from "@/lib/chat/push/contract";
import * as push from "@/lib/chat/push/service";
import { implement } from "../implement";

export const pushRoutes = implement("Accounts", pushApi, {
  registerDevice: ({ viewer, body }) => push.register(viewer, body),
  invalidateDevice: ({ viewer, body }) => push.invalidate(viewer, body.token),
});
