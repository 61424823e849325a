import { healthApi } from "@/lib/admin/health/contract";
import * as health from "@/lib/admin/health/service";
import { ApiReply } from "@/lib/api/routes";
import { implement } from "../implement";

export const healthRoutes = implement("Health", healthApi, {
  reportPageError: ({ viewer, body }) => health.reportPageError(viewer, body),
  live: () => ({ status: "ok" }),
  ready: async () => {
    const state = await health.getReadiness();
    return new ApiReply({ kind: "json", value: state }, {}, state.status === "unavailable" ? 503 : 200);
  },
});
