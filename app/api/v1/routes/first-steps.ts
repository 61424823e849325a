import { firstStepsApi } from "@/lib/admin/first-steps/contract";
import * as firstSteps from "@/lib/admin/first-steps/service";
import { implement } from "../implement";

export const firstStepsRoutes = implement("Accounts", firstStepsApi, {
  getFirstSteps: ({ viewer }) => firstSteps.get(viewer),
  finishFirstSteps: ({ viewer }) => firstSteps.finish(viewer),
});
