import { z } from "zod";
import { toAsciiDomain } from "@/lib/platform/email-address";

export type SignUp = { isDefault?: boolean } & (
  | { mode: "open" | "invited" | "closed" }
  | { mode: "domain"; domains: string[] }
);

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const FAULT = 'must be "open", "invited", "closed" or "domain:" with domains between commas';

export const signUp = z.string().transform((given, context): SignUp => {
  const text = given.trim().toLowerCase();
  if (text === "open" || text === "invited" || text === "closed") return { mode: text };
  const domains = text.startsWith("domain:")
    ? text
        .slice("domain:".length)
        .split(",")
        .map((domain) => toAsciiDomain(domain.trim()))
    : [];
  if (domains.length > 0 && domains.every((domain) => DOMAIN.test(domain)))
    return { mode: "domain", domains };
  context.issues.push({ code: "custom", message: FAULT, input: given });
  return z.NEVER;
});

export const isThisMachine = (host: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1\])$/i.test(host);
