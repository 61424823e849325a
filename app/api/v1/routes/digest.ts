import { digestApi } from "@/lib/conversation/digest/contract";
import * as digest from "@/lib/conversation/digest/service";
import { implement } from "../implement";

export const digestRoutes = implement("Chats", digestApi, {
  createDigest: ({ viewer, body }) => digest.create(viewer, body),
});
