import { implement } from "@/lib/api/routes";
import { authApi } from "./contract";
import * as auth from "./service";
import * as sessions from "./sessions";

export const authRoutes = implement("Accounts", authApi, {
  login: ({ body, call }) => auth.login(body.username, body.password, call),
  loginToGroups: ({ body, call }) => auth.loginToGroups(call.loginToken!, body, call),
  refresh: ({ body }) => sessions.refresh(body.refresh_token),
  rotateRefreshToken: ({ body }) => sessions.rotate(body.refresh_token),
  register: ({ body, call }) => auth.register(body, call),
  logout: ({ viewer, body }) => auth.logout(viewer, body),
  listApiTokens: ({ viewer }) => auth.listApiTokens(viewer),
  createApiToken: ({ viewer, body }) => auth.createApiToken(viewer, body),
  revokeApiToken: ({ viewer, params }) => auth.revokeApiToken(viewer, params.id),
});
