export { requireSignIn } from "./access";
export { takeFromAddress } from "./attempts";
export { browserCookie, cookieIn, SessionId, viewerOfCookie } from "./browser-cookie";
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
  sessionFor,
} from "./browser-sign-in";
export { requireLoginToken, viewerFrom } from "./credentials";
export { findDeputy } from "./deputies";
export { deviceCookie, withUser } from "./devices";
export { packForm, toRefusal, unpackForm, validateFields } from "./forms";
export { invitationTokenIn } from "./invited";
export { requestMagicLink, testPasswordless, verifyMagicToken } from "./magic";
export { endEveryCredential, isOpen, sweep } from "./mailed";
export { createAccount } from "./new-account";
export { ownPath, withNext } from "./own-path";
export { checkPassword } from "./password";
export { changePassword, forgotPassword, resetPassword } from "./password-changes";
export { apiToken } from "./present";
export { confirmRegistration, register, registerPasswordless } from "./registration";
export { refresh, rotateRefreshToken, signOutBrowser, sweepSessions } from "./sessions";
export { setupLink } from "./setup";
export * from "./sign-in";
export { offerTo, type SignUpEntry, type SignUpOffer, signUpPhrase } from "./sign-up";
export { isProgramToken, programToken } from "./tokens";
export { whileValid } from "./validity";
