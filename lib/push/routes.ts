import { implement } from "@/lib/api/routes";
import { pushApi } from "./contract";
import * as push from "./service";

export const pushRoutes = implement("Accounts", pushApi, {
  registerDevice: ({ viewer, body }) => push.register(viewer, body),
  invalidateDevice: ({ viewer, body }) => push.invalidate(viewer, body.token),
});
