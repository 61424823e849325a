import { showVersion } from "@/lib/chat/messages/service";
import { branchesApi } from "@/lib/replies/branches/contract";
import * as branches from "@/lib/replies/branches/service";
import * as sending from "@/lib/replies/sending/service";
import { implement } from "../implement";

export const branchesRoutes = implement(
  "Branches",
  branchesApi,
  {
    createBranch: ({ viewer, params }) => branches.createBranch(viewer, params.chat_id, params.message_id),
    createVersion: ({ viewer, params, body, call }) =>
      sending.sendVersion(viewer, params.chat_id, params.message_id, body.message, call),
    showVersion: ({ viewer, params }) => showVersion(viewer, params.chat_id, params.message_id),
  },
  { createVersion: ({ viewer, messageId }) => sending.answerFor(viewer!, messageId) },
);
