import { implement, Special } from "@/lib/api/routes";
import { usersApi } from "./contract";
import { exportMe } from "./export";
import * as users from "./service";
import * as sessions from "./sessions";

export const usersRoutes = implement("Own account", usersApi, {
  getMe: ({ viewer }) => users.getMe(viewer),
  updateMe: ({ viewer, body }) => users.updateMe(viewer, body),
  deleteMe: ({ viewer, body, call }) => users.deleteMe(viewer, body, call.address),
  exportMe: async ({ viewer }) => {
    const { stream, headers } = await exportMe(viewer);
    return new Special({ kind: "file", stream }, headers);
  },
  listSessions: ({ viewer }) => sessions.listSessions(viewer),
  endSession: ({ viewer, params, call }) => sessions.endSession(viewer, params.id, call.address),
  endOtherSessions: ({ viewer, call }) => sessions.endOtherSessions(viewer, call.address),
});
