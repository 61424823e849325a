import { approvalsApi } from "@/lib/chat/approvals/contract";
import * as approvals from "@/lib/chat/approvals/service";
import { implement } from "../implement";

export const approvalsRoutes = implement("Streaming", approvalsApi, {
  decideApproval: ({ viewer, params, body }) =>
    approvals.decide(viewer, params.streaming_task_id, params.approval_id, body.decision),
  answerMcpQuestion: ({ viewer, params, body }) =>
    approvals.questions.answer(viewer, params.streaming_task_id, params.question_id, body),
});
