/**
 * Headers of every answer, whoever gives it: pages, files, errors of Next
 * (`next.config.ts`), pages with scripts (`proxy.ts`), the API (`serve.ts`).
 * What needs more than this allows it itself. The scripts' own worker lives by
 * the policy that comes with it.
 */
export const securityHeaders = {
  "content-security-policy":
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), geolocation=(), microphone=(self)",
};

/** Besides those, where people reach the installation by https. In seconds. */
export const strictTransport = (appUrl: string): Record<string, string> =>
  appUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {};
