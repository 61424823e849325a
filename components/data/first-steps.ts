import { firstStepsApi } from "@/lib/ops/first-steps/contract";
import { queryFor } from "./query";

export const firstStepsQuery = queryFor(firstStepsApi.getFirstSteps);
