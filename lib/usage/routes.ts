import { implement } from "@/lib/api/routes";
import { usageApi } from "./contract";
import * as usage from "./service";

export const usageRoutes = implement("Usage", usageApi, {
  getUsage: ({ viewer, query }) => usage.report(viewer, query),
  getUsageLimit: ({ viewer }) => usage.limit(viewer),
  listPrices: ({ viewer }) => usage.prices(viewer),
  setPrices: ({ viewer, body }) => usage.setPrices(viewer, body.prices),
});
