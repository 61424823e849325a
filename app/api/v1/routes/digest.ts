import { digestApi } from "@/lib/replies/digest/contract";
import * as digest from "@/lib/replies/digest/service";
import { implement } from "../implement";

export const digestRoutes = implement("Chats", digestApi, {
  createDigest: ({ viewer, body }) => digest.create(viewer, body),
});
