// Keeps the header within the size that proxies accept.
const MAX_ORIGINS = 100;
const ORIGIN = /^https?:\/\/(\[[0-9a-f:]+\]|[a-z0-9-]+(\.[a-z0-9-]+)*)(:\d{1,5})?$/;
const WILDCARD = /^https:\/\/\*(\.[a-z0-9-]+){2,}$/;

/**
 * Returns the `frame-ancestors` value of a public chat's page: any site if no sites are configured, else the configured
 * sites and the workspace, which previews the page. Returns `'none'` if any entry is malformed, since the owner meant
 * to restrict access.
 * @param allowed `extra.PUBLIC_CHAT_ALLOWED_ORIGINS`: `scheme://host[:port]` or `https://*.host`
 */
export function buildFrameAncestors(allowed: unknown): string {
  if (allowed === undefined || allowed === null) return "*";
  if (!Array.isArray(allowed) || allowed.length > MAX_ORIGINS) return "'none'";
  if (allowed.length === 0) return "*";
  const origins = allowed.map((entry) => (typeof entry === "string" ? entry.trim().toLowerCase() : ""));
  return origins.every(isOrigin) ? ["'self'", ...new Set(origins)].join(" ") : "'none'";
}

const isOrigin = (text: string): boolean => WILDCARD.test(text) || (ORIGIN.test(text) && URL.canParse(text));
