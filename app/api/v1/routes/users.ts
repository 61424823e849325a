import * as account from "@/lib/admin/account/service";
import { ApiReply } from "@/lib/api/routes";
import { usersApi } from "@/lib/identity/users/contract";
import * as users from "@/lib/identity/users/service";
import { implement } from "../implement";

export const usersRoutes = implement("Own account", usersApi, {
  getMe: ({ viewer }) => users.getMe(viewer),
  updateMe: ({ viewer, body }) => users.updateMe(viewer, body),
  deleteMe: ({ viewer, body, call }) => account.deleteMe(viewer, body, call.address),
  exportMe: async ({ viewer }) => {
    const { stream, headers } = await account.exportMe(viewer);
    return new ApiReply({ kind: "file", stream }, headers);
  },
  listSessions: ({ viewer }) => account.listSessions(viewer),
  endSession: ({ viewer, params, call }) => account.endSession(viewer, params.id, call.address),
  endOtherSessions: ({ viewer, call }) => account.endOtherSessions(viewer, call.address),
});
