import { firstStepsApi } from "@/lib/admin/first-steps/operations";
import { queryFor } from "./query";

export const firstStepsQuery = queryFor(firstStepsApi.getFirstSteps);
