export { requireSignIn } from "./access";
export { takeFromAddress } from "./attempts";
export { findViewerByCookie, getBrowserCookie, parseCookie, SessionId } from "./browser-cookie";
export {
  type Browser,
  type Entered,
  enterByConfirmation,
  enterByMagicLink,
  enterByPassword,
  enterByRegistration,
  enterGroup,
  leaveGroup,
  registerPasswordlessInBrowser,
  startSession,
} from "./browser-sign-in";
export { authenticateCaller, requireLoginToken } from "./credentials";
export { findDeputy } from "./deputies";
export { getDeviceCookie, withUser } from "./devices";
export { packForm, toRefusal, unpackForm, validateFields } from "./forms";
export { parseInvitationToken } from "./invited";
export { requestMagicLink, testPasswordless, verifyMagicToken } from "./magic";
export { endEveryCredential, isOpen, sweep } from "./mailed";
export { createAccount } from "./new-account";
export { toOwnPath, withNext } from "./own-path";
export { checkPassword } from "./password";
export { changePassword, forgotPassword, resetPassword } from "./password-changes";
export { toApiToken } from "./present";
export { confirmRegistration, register, registerPasswordless } from "./registration";
export { refresh, rotateRefreshToken, signOutBrowser, sweepSessions } from "./sessions";
export { setupLink } from "./setup";
export * from "./sign-in";
export { getSignUpOffer, type SignUpEntry, type SignUpOffer, signUpPhrase } from "./sign-up";
export { createAppToken, isProgramToken } from "./tokens";
export { watchValidity } from "./validity";
