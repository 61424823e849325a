import { authApi } from "@/lib/identity/auth/contract";
import * as auth from "@/lib/identity/auth/service";
import { magic, passwordChanges as passwords, registration, sessions } from "@/lib/identity/auth/service";
import { implement } from "../implement";

export const authRoutes = implement("Accounts", authApi, {
  login: ({ body, call }) => auth.login(body.username, body.password, call),
  loginToGroups: ({ body, call }) => auth.loginToGroups(call.loginToken!, body, call),
  refresh: ({ body }) => sessions.refresh(body.refresh_token),
  rotateRefreshToken: ({ body }) => sessions.rotate(body.refresh_token),
  requestMagicLink: ({ body, call }) => magic.requestMagicLink(body.email, call),
  verifyMagicToken: ({ params, call }) => magic.verifyMagicToken(params.token, call),
  testPasswordless: ({ call }) => magic.testPasswordless(call.loginToken!),
  register: ({ body, call }) => registration.register(body, call),
  registerPasswordless: ({ body, call }) => registration.registerPasswordless(body, call),
  confirmRegistration: async ({ params, call }) => {
    await registration.confirmRegistration(params.token, call);
    return { success: true, message: "Your account was created. Sign in." };
  },
  changePassword: ({ viewer, body, call }) => passwords.changePassword(viewer, body, call),
  forgotPassword: ({ body, call }) => passwords.forgotPassword(body.email, call),
  resetPassword: ({ body, call }) => passwords.resetPassword(body, call),
  logout: ({ viewer, body }) => auth.logout(viewer, body),
  listApiTokens: ({ viewer }) => auth.listApiTokens(viewer),
  createApiToken: ({ viewer, body, call }) => auth.createApiToken(viewer, body, call),
  revokeApiToken: ({ viewer, params, call }) => auth.revokeApiToken(viewer, params.id, call),
});
