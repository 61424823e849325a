import { readFileSync } from "node:fs";
import { z } from "zod";
import { isThisMachine } from "./sign-up";

const isSecure = (text: string) => {
  const url = URL.parse(text);
  return (
    url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isThisMachine(url.hostname)))
  );
};

const fields = z.strictObject({
  // Part of the redirect URI.
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  // Shown on the sign-in page.
  name: z.string().trim().min(1).max(60),
  issuer: z.string().refine(isSecure),
  client_id: z.string().min(1),
  // Absent for public clients, which PKCE protects.
  client_secret: z.string().min(1).optional(),
  scope: z
    .string()
    .regex(/(^| )openid( |$)/)
    .default("openid email profile"),
  // Accepts addresses that the provider doesn't call verified.
  trusts_email: z.boolean().default(false),
  // Only people with an address at one of these domains can sign in.
  email_domains: z.array(z.string().trim().toLowerCase().min(1)).min(1).optional(),
  // False: `SIGN_UP` decides who gets an account.
  creates_accounts: z.boolean().default(true),
  // New accounts join this group instead of getting one of their own.
  group_id: z.guid().optional(),
  group_role: z.enum(["member", "admin"]).default("member"),
  // Claim whose values decide below, such as `groups` or `roles`: a text or a list.
  role_claim: z.string().min(1).optional(),
  // Only people with one of these values can sign in.
  allowed_values: z.array(z.string().min(1)).min(1).optional(),
  // People with one of these values are admins of `group_id`, and others members, as of each sign-in.
  admin_values: z.array(z.string().min(1)).min(1).optional(),
});
const provider = fields.superRefine(({ role_claim, allowed_values, admin_values, group_id }, context) => {
  const need = (field: string) => context.addIssue({ code: "custom", path: [field], message: "is needed" });
  if ((allowed_values || admin_values) && !role_claim) need("role_claim");
  if (admin_values && !group_id) need("group_id");
});
export type OidcProvider = z.output<typeof provider>;

const FAULT = "must be a JSON list of OpenID Connect providers, or the path of a readable file with one";

// Error messages name what is wrong and never quote values, which have secrets.
export const oidcProviders = z.string().transform((given, context): OidcProvider[] => {
  const fault = (message: string) => {
    context.issues.push({ code: "custom", message, input: undefined });
    return z.NEVER;
  };
  let list: unknown;
  try {
    const text = given.trim();
    list = JSON.parse(text.startsWith("[") ? text : readFileSync(/* turbopackIgnore: true */ text, "utf8"));
  } catch {
    return fault(FAULT);
  }
  const parsed = z.array(provider).min(1).max(20).safeParse(list);
  if (!parsed.success) {
    const [at, field] = parsed.error.issues[0]!.path;
    if (at === undefined) return fault(FAULT);
    return fault(`provider ${Number(at) + 1} has no valid ${field === undefined ? "object" : String(field)}`);
  }
  const ids = new Set(parsed.data.map(({ id }) => id));
  return ids.size === parsed.data.length ? parsed.data : fault("two providers have the same id");
});
