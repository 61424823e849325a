import { implement } from "@/app/api/v1/implement";
import { firstStepsApi } from "@/lib/ops/first-steps/contract";
import * as firstSteps from "@/lib/ops/first-steps/service";

export const firstStepsRoutes = implement("Accounts", firstStepsApi, {
  getFirstSteps: ({ viewer }) => firstSteps.get(viewer),
  finishFirstSteps: ({ viewer }) => firstSteps.finish(viewer),
});
