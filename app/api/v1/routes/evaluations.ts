import { toListReply } from "@/lib/api/routes";
import { evaluationsApi } from "@/lib/replies/evaluations/contract";
import * as evaluations from "@/lib/replies/evaluations/service";
import { implement } from "../implement";

export const evaluationsRoutes = implement("Assistants", evaluationsApi, {
  listEvaluationQuestions: ({ viewer, params }) => evaluations.listQuestions(viewer, params.id),
  setEvaluationQuestions: ({ viewer, params, body }) =>
    evaluations.setQuestions(viewer, params.id, body.questions),
  listEvaluationRuns: async ({ viewer, params, query }) =>
    toListReply(await evaluations.list(viewer, params.id, query)),
  startEvaluationRun: ({ viewer, params, body }) => evaluations.start(viewer, params.id, body),
  getEvaluationRun: ({ viewer, params }) => evaluations.get(viewer, params.id, params.run_id),
  stopEvaluationRun: ({ viewer, params }) => evaluations.stop(viewer, params.id, params.run_id),
  deleteEvaluationRun: ({ viewer, params }) => evaluations.remove(viewer, params.id, params.run_id),
});
