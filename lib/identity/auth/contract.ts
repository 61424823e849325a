import { z } from "zod";
import { form, get, json, operation, post } from "@/lib/api/contract";
import { hasNoNul, id, NUL, name, SuccessMessage, timestamp } from "@/lib/api/fields";
import { email, GroupMini, typedPassword, UserMini } from "@/lib/identity/people/contract";
import { endpoints } from "./operations";

const bearer = { access_token: z.string(), token_type: z.literal("bearer"), expires_in: z.int() };
export const TempLoginResponse = z
  .object({ ...bearer, groups: z.array(GroupMini), user: UserMini })
  .meta({ id: "TempLoginResponse" });
const LoginResponse = z
  .object({
    group: GroupMini,
    ...bearer,
    refresh_token: z.string(),
    refresh_expires_in: z.int(),
    user: UserMini,
  })
  .meta({ id: "LoginResponse" });
const TokenResponse = z
  .object({ ...bearer, refresh_token: z.string().nullable(), refresh_expires_in: z.int().nullable() })
  .meta({ id: "TokenResponse" });
const RefreshTokenWrapper = z.object({ refresh_token: z.string() }).meta({ id: "RefreshTokenWrapper" });
const UserCreateResponse = z
  .object({
    user_id: z.int().nullable(),
    email: z.string(),
    full_name: z.string(),
    confirmation_required: z.boolean(),
  })
  .meta({ id: "UserCreateResponse" });

const password = z
  .string()
  .overwrite((text) => text.normalize("NFC"))
  .min(10, "Must have at least 10 characters.")
  .max(200, "Must have at most 200 characters.")
  .refine(hasNoNul, NUL);
const EmailPasswordForm = z.object({
  username: z.string().max(320).describe("The e-mail address."),
  password: typedPassword,
  scope: z.string().optional(),
  grant_type: z.string().optional(),
});
export const Register = z
  .object({
    email,
    password,
    full_name: name(200),
    group_name: name(100).optional(),
    invitation_token: z.string().max(200).optional().describe("Joins its group instead of making one."),
    setup_token: z
      .string()
      .max(200)
      .optional()
      .describe("The token from the setup link. Lets you create the first account from another machine."),
  })
  .meta({ id: "Register" });
export const RegisterPasswordless = Register.omit({ password: true }).meta({ id: "RegisterPasswordless" });
const ChangePassword = z
  .object({ current_password: typedPassword, new_password: password })
  .meta({ id: "ChangePassword" });
export const ForgotPasswordRequest = z.object({ email }).meta({ id: "ForgotPasswordRequest" });
export const ResetForgotPassword = z
  .object({ token: z.string().max(200), new_password: password })
  .meta({ id: "ResetForgotPassword" });
const mailedToken = z.object({ token: z.string().max(200) });

export const ApiToken = z
  .object({
    id: z.int(),
    name: z.string(),
    hint: z.string().describe("The last four characters."),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
    expires_at: timestamp.nullable(),
  })
  .meta({ id: "ApiToken" });
export const ApiTokenCreated = ApiToken.extend({ token: z.string().describe("Shown this once.") }).meta({
  id: "ApiTokenCreated",
});

export const authApi = {
  signIn: post("/auth/login", {
    summary: "Sign in with e-mail address and password",
    access: "anyone",
    body: form(EmailPasswordForm),
    returns: TempLoginResponse,
  }),
  requestMagicLink: post("/auth/login/email", {
    summary: "Mail a link to sign in with",
    description:
      "The link opens a page, and works once within 15 minutes. The response is the same whether or not the address has an account.",
    access: "anyone",
    body: form(z.object({ email })),
    returns: SuccessMessage,
  }),
  verifyMagicToken: get("/auth/verify/magic_token/{token}", {
    summary: "Sign in with the token of a mailed link",
    description:
      "The token works once. This confirms the e-mail address. If the account was never confirmed before, its password, API tokens and sessions are removed, because someone else may have created it; `password_removed` says so.",
    access: "anyone",
    params: mailedToken,
    returns: TempLoginResponse.extend({
      password_removed: z
        .boolean()
        .describe(
          "True: the password that the account had no longer works, and API tokens and sessions have ended. `POST /auth/forgot-password` mails a link to set a new one.",
        ),
    }).meta({ id: "MagicLoginResponse" }),
  }),
  testPasswordless: post("/auth/test_passwordless", {
    summary: "Check whether a login token came from a magic link or Firebase",
    access: "login",
    returns: SuccessMessage,
  }),
  loginToGroups: post("/auth/login/group", {
    summary: "Get tokens for groups with a login token",
    description:
      "An empty array means all of your groups. Returns 404 and no tokens if you aren't in one of the named groups.",
    access: "login",
    body: json(z.array(z.string().max(200)).max(100)),
    returns: z.array(LoginResponse),
  }),
  refresh: post("/auth/refresh", {
    summary: "Get a new access token",
    access: "anyone",
    body: json(RefreshTokenWrapper),
    returns: TokenResponse,
  }),
  rotateRefreshToken: post("/auth/refresh-token", {
    summary: "Exchange a refresh token for a new pair",
    description:
      "Using an exchanged token again ends the session. For 10 seconds after the exchange it returns the same pair, in case the first response was lost.",
    access: "anyone",
    body: json(RefreshTokenWrapper),
    returns: TokenResponse,
  }),
  register: post("/auth/register", {
    summary: "Create an account",
    description: [
      "Where addresses are confirmed (`REQUIRE_EMAIL_CONFIRMATION`, else where `SMTP_URL` is set) a link is mailed instead that makes it: `user_id` is null, and the answer is the same for an address that has an account. Else such an address is a conflict (409).",
      "The first account owns the installation: until there is one, this takes a request from the machine itself (no proxy in between) or `setup_token`; with `OWNER_EMAIL` it takes that address. After that `SIGN_UP` decides. Whoever isn't let in gets 403.",
    ].join("\n\n"),
    access: "anyone",
    body: json(Register, { required: false }),
    returns: UserCreateResponse,
  }),
  registerPasswordless: post("/auth/register/passwordless", {
    summary: "Create an account without a password, by a mailed link",
    access: "anyone",
    body: json(RegisterPasswordless, { required: false }),
    returns: SuccessMessage,
  }),
  confirmRegistration: get("/auth/register/confirm/{token}", {
    summary: "Confirm a registration with a mailed link",
    description: "The token works once, for 24 hours.",
    access: "anyone",
    params: mailedToken,
    returns: SuccessMessage,
  }),
  changePassword: operation(endpoints.changePassword, {
    summary: "Change your password",
    description:
      "Ends all other sessions. Returns 400 if the current password is wrong, and 403 with an API token that expires.",
    body: json(ChangePassword),
    returns: SuccessMessage,
  }),
  forgotPassword: post("/auth/forgot-password", {
    summary: "Mail a link to set a new password",
    description:
      "Only the newest link works, once and within 60 minutes. The response is the same whether or not the address has an account.",
    access: "anyone",
    body: json(ForgotPasswordRequest),
    returns: SuccessMessage,
  }),
  resetPassword: post("/auth/reset-password", {
    summary: "Set a new password with the token of a mailed link",
    description:
      "Ends all sessions. API tokens stay, unless the e-mail address was never confirmed before; `message` says so. A token that does not work: 400.",
    access: "anyone",
    body: json(ResetForgotPassword),
    returns: SuccessMessage,
  }),
  logout: post("/auth/logout", {
    summary: "End your sessions in some groups, or in all",
    description: "Not with an API token that expires: 403.",
    body: json(z.array(z.guid().toLowerCase()).max(100).nullable(), { required: false }),
    returns: z.object({ success: z.literal(true), message: z.string(), groups: z.array(z.guid()) }),
  }),
  listApiTokens: operation(endpoints.listApiTokens, {
    summary: "List your API tokens in this group",
    returns: z.array(ApiToken),
  }),
  createApiToken: operation(endpoints.createApiToken, {
    summary: "Create an API token",
    description:
      "Returns 409 if the account has 50 active tokens, and 403 if you authenticate with an API token.",
    body: json(z.object({ name: name(100), expires_at: z.iso.datetime({ offset: true }).nullish() })),
    returns: ApiTokenCreated,
    status: 201,
  }),
  revokeApiToken: operation(endpoints.revokeApiToken, {
    summary: "Revoke an API token",
    description: "An API token that expires may revoke itself only: else 403.",
    params: z.object({ id }),
    returns: SuccessMessage,
  }),
};
