import { authApi } from "@/lib/identity/auth/contract";
import * as auth from "@/lib/identity/auth/service";
import { implement } from "../implement";

export const authRoutes = implement("Accounts", authApi, {
  signIn: ({ body, call }) => auth.login(body.username, body.password, call),
  loginToGroups: ({ body, call }) => auth.loginToGroups(call.loginToken!, body, call),
  refresh: ({ body }) => auth.refresh(body.refresh_token),
  rotateRefreshToken: ({ body }) => auth.rotateRefreshToken(body.refresh_token),
  requestMagicLink: ({ body, call }) => auth.requestMagicLink(body.email, call),
  verifyMagicToken: ({ params, call }) => auth.verifyMagicToken(params.token, call),
  testPasswordless: ({ call }) => auth.testPasswordless(call.loginToken!),
  register: ({ body, call }) => auth.register(body, call),
  registerPasswordless: ({ body, call }) => auth.registerPasswordless(body, call),
  confirmRegistration: async ({ params, call }) => {
    await auth.confirmRegistration(params.token, call);
    return { success: true, message: "Your account was created. Sign in." };
  },
  changePassword: ({ viewer, body, call }) => auth.changePassword(viewer, body, call),
  forgotPassword: ({ body, call }) => auth.forgotPassword(body.email, call),
  resetPassword: ({ body, call }) => auth.resetPassword(body, call),
  logout: ({ viewer, body }) => auth.logout(viewer, body),
  listApiTokens: ({ viewer }) => auth.listApiTokens(viewer),
  createApiToken: ({ viewer, body, call }) => auth.createApiToken(viewer, body, call),
  revokeApiToken: ({ viewer, params, call }) => auth.revokeApiToken(viewer, params.id, call),
});
