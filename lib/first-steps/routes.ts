import { implement } from "@/lib/api/routes";
import { firstStepsApi } from "./contract";
import * as firstSteps from "./service";

export const firstStepsRoutes = implement("Accounts", firstStepsApi, {
  getFirstSteps: ({ viewer }) => firstSteps.get(viewer),
  finishFirstSteps: ({ viewer }) => firstSteps.finish(viewer),
});
