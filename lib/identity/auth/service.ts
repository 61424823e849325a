export { requireSignIn } from "./access";
export { takeFromAddress } from "./attempts";
export { browserCookie, cookieIn, viewerOfCookie } from "./browser-cookie";
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
export { deputyOf } from "./deputies";
export { deviceCookie, withUser } from "./devices";
export { packForm, refusalOf, unpackForm, validateFields } from "./forms";
export { invitationTokenIn } from "./invited";
export * as magic from "./magic";
export { requestMagicLink } from "./magic";
export { endEverySession, isOpen, sweep } from "./mailed";
export { createAccount } from "./new-account";
export { ownPath, withNext } from "./own-path";
export { checkPassword } from "./password";
export * as passwordChanges from "./password-changes";
export { forgotPassword, resetPassword } from "./password-changes";
export { apiToken } from "./present";
export * as registration from "./registration";
export * as sessions from "./sessions";
export { signOutBrowser } from "./sessions";
export { setupLink } from "./setup";
export * from "./sign-in";
export { type Entry, type Offer, offerTo, signUpPhrase } from "./sign-up";
export { whileValid } from "./validity";
