import { usageApi } from "@/lib/admin/usage-reports/contract";
import * as usage from "@/lib/admin/usage-reports/service";
import { implement } from "../implement";

export const usageRoutes = implement("Usage", usageApi, {
  getUsage: ({ viewer, query }) => usage.report(viewer, query),
  getUsageLimit: ({ viewer }) => usage.limit(viewer),
  getStorageUse: ({ viewer }) => usage.getStorageUse(viewer),
  listPrices: ({ viewer }) => usage.getPrices(viewer),
  setPrices: ({ viewer, body }) => usage.setPrices(viewer, body.prices),
});
