import { firstStepsApi } from "@/lib/ops/first-steps/contract";
import * as firstSteps from "@/lib/ops/first-steps/service";
import { implement } from "../implement";

export const firstStepsRoutes = implement("Accounts", firstStepsApi, {
  getFirstSteps: ({ viewer }) => firstSteps.get(viewer),
  finishFirstSteps: ({ viewer }) => firstSteps.finish(viewer),
});
