export { requireSignIn } from "./access";
export { type Source, takeFromAddress } from "./attempts";
export {
  cookieOf,
  requireLoginToken,
  sessionCookie,
  sessionIn,
  viewerFrom,
  viewerOfPage,
} from "./credentials";
export { deputyOf } from "./deputies";
export { deviceCookie, withUser } from "./devices";
export * as magic from "./magic";
export { requestMagicLink, userOfMagicToken } from "./magic";
export { endEverySession, isOpen, sweep } from "./mailed";
export { createAccount } from "./new-account";
export { checkPassword } from "./password";
export * as passwordChanges from "./password-changes";
export { forgotPassword, resetPassword } from "./password-changes";
export { apiToken } from "./present";
export * as registration from "./registration";
export { confirmRegistration, register, registerPasswordless } from "./registration";
export * as sessions from "./sessions";
export { endBrowserSession, signOutBrowser, startBrowserSession } from "./sessions";
export { setupLink } from "./setup";
export * from "./sign-in";
export { type Entry, type Offer, offerTo, signUpPhrase } from "./sign-up";
export { lifetimes } from "./tokens";
export { whileValid } from "./validity";
