import { firstStepsApi } from "@/lib/admin/first-steps/contract";
import { queryFor } from "./query";

export const firstStepsQuery = queryFor(firstStepsApi.getFirstSteps);
