import { implement, Special } from "@/lib/api/routes";
import { healthApi } from "./contract";
import * as health from "./service";

export const healthRoutes = implement("Health", healthApi, {
  reportPageError: ({ viewer, body }) => health.reportPageError(viewer, body),
  live: () => ({ status: "ok" }),
  ready: async () => {
    const state = await health.readiness();
    return new Special({ kind: "json", value: state }, {}, state.status === "unavailable" ? 503 : 200);
  },
});
