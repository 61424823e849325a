import { implement } from "@/lib/api/routes";
import { approvalsApi } from "./contract";
import * as approvals from "./service";

export const approvalsRoutes = implement("Streaming", approvalsApi, {
  decideApproval: ({ viewer, params, body }) =>
    approvals.decide(viewer, params.streaming_task_id, params.approval_id, body.decision),
});
