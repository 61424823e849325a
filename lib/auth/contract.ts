import { z } from "zod";
import { del, form, get, json, post } from "@/lib/api/contract";
import { hasNoNul, id, NUL, name, timestamp } from "@/lib/api/fields";

export const GroupRole = z.enum(["owner", "admin", "member"]);
export const GroupMini = z
  .object({ id: z.guid(), name: z.string(), role: GroupRole })
  .meta({ id: "GroupMini" });
export const UserMini = z
  .object({ id: z.int(), email: z.string(), full_name: z.string(), avatar_url: z.string().nullable() })
  .meta({ id: "UserMini" });

const bearer = { access_token: z.string(), token_type: z.literal("bearer"), expires_in: z.int() };
export const TempLoginResponse = z
  .object({ ...bearer, groups: z.array(GroupMini), user: UserMini })
  .meta({ id: "TempLoginResponse" });
export const LoginResponse = z
  .object({
    group: GroupMini,
    ...bearer,
    refresh_token: z.string(),
    refresh_expires_in: z.int(),
    user: UserMini,
  })
  .meta({ id: "LoginResponse" });
export const TokenResponse = z
  .object({ ...bearer, refresh_token: z.string().nullable(), refresh_expires_in: z.int().nullable() })
  .meta({ id: "TokenResponse" });
export const RefreshTokenWrapper = z
  .object({ refresh_token: z.string() })
  .meta({ id: "RefreshTokenWrapper" });
export const SuccessMessage = z
  .object({ success: z.literal(true), message: z.string() })
  .meta({ id: "SuccessMessage" });
export const UserCreateResponse = z
  .object({
    user_id: z.int().nullable(),
    email: z.string(),
    full_name: z.string(),
    confirmation_required: z.boolean(),
  })
  .meta({ id: "UserCreateResponse" });

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(320)
  .refine(
    (text) => /^[\x21-\x7e]+$/.test(text) && z.email().safeParse(text).success,
    "Must be an e-mail address.",
  );
export const password = z
  .string()
  .min(10, "Must have at least 10 characters.")
  .max(200, "Must have at most 200 characters.")
  .refine(hasNoNul, NUL);
const EmailPasswordForm = z.object({
  username: z.string().max(320).describe("The e-mail address."),
  password: z.string().max(200),
  scope: z.string().optional(),
  grant_type: z.string().optional(),
});
export const Register = z
  .object({
    email,
    password,
    full_name: name(200),
    group_name: name(100).optional(),
    invitation_token: z.string().optional(),
  })
  .meta({ id: "Register" });

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
  login: post("/auth/login", {
    summary: "Sign in with e-mail address and password",
    access: "anyone",
    body: form(EmailPasswordForm),
    returns: TempLoginResponse,
  }),
  loginToGroups: post("/auth/login/group", {
    summary: "Get tokens for groups with a login token",
    description:
      "An empty array stands for all of one's groups. A name one is not in: 404 and no tokens at all.",
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
    description: "Using an exchanged token again, after 10 s of grace for a lost answer, ends the session.",
    access: "anyone",
    body: json(RefreshTokenWrapper),
    returns: TokenResponse,
  }),
  register: post("/auth/register", {
    summary: "Make an account",
    access: "anyone",
    body: json(Register),
    returns: UserCreateResponse,
  }),
  logout: post("/auth/logout", {
    summary: "End one's sessions in some groups, or in all",
    body: json(z.array(z.guid().toLowerCase()).max(100).nullable(), { required: false }),
    returns: z.object({ success: z.literal(true), message: z.string(), groups: z.array(z.guid()) }),
  }),
  listApiTokens: get("/users/me/api-tokens", {
    summary: "List one's API tokens in this group",
    returns: z.array(ApiToken),
  }),
  createApiToken: post("/users/me/api-tokens", {
    summary: "Make an API token",
    body: json(z.object({ name: name(100), expires_at: z.iso.datetime({ offset: true }).nullish() })),
    returns: ApiTokenCreated,
    status: 201,
  }),
  revokeApiToken: del("/users/me/api-tokens/{id}", {
    summary: "Revoke an API token",
    params: z.object({ id }),
    returns: SuccessMessage,
  }),
};
