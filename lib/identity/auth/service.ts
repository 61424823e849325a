export { findViewerByCookie, getBrowserCookieConfig, parseCookie, SessionId } from "./browser-cookie";
export {
  type Browser,
  enterByConfirmation,
  enterByMagicLink,
  enterByPassword,
  enterByRegistration,
  enterGroup,
  leaveGroup,
  type ResolvedSignIn,
  registerPasswordlessInBrowser,
  startSession,
} from "./browser-sign-in";
export { authenticateCaller, requireLoginToken } from "./credentials";
export { packForm, toRefusal, unpackForm, validateFields } from "./forms";
export { parseInvitationToken } from "./invitation-token";
export { getDeviceCookie, withUser } from "./known-devices";
export { requestMagicLink, testPasswordless, verifyMagicToken } from "./magic-link";
export { endEveryCredential, endEverySession, isOpen, sweep } from "./mailed-links";
export { createAccount } from "./new-account";
export { findDeputy } from "./on-behalf-of";
export { checkPassword } from "./password";
export { changePassword, forgotPassword, resetPassword } from "./password-changes";
export { toApiToken } from "./present";
export { consumeAddressLimit } from "./rate-limits";
export { toOwnPath, withNext } from "./redirect-path";
export { confirmRegistration, register, registerPasswordless } from "./registration";
export { requireSignIn } from "./require-sign-in";
export { watchValidity } from "./session-validity";
export { refresh, rotateRefreshToken, signOutBrowser, sweepSessions } from "./sessions";
export { findSetupLink } from "./setup-link";
export * from "./sign-in";
export { getSignUpOffer, type SignUpEntry, type SignUpOffer, signUpPhrase } from "./sign-up";
export { canBypassSso, isSsoOnly } from "./sso-only";
export { createAppToken, isProgramToken } from "./tokens";
