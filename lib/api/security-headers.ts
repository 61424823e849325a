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

/**
 * Headers of the frame in which a preview of HTML runs (`app/preview`). It is
 * of no origin, so it has no cookies and no storage, and nothing that it
 * contains is loaded from or sent to anywhere. A `srcdoc` frame would have the
 * policy of the page around it, by which none of its scripts run.
 */
export const previewHeaders = {
  ...securityHeaders,
  "content-security-policy": [
    "sandbox allow-scripts",
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    // Calls between browsers are no requests, so the others do not cover them.
    "webrtc 'block'",
  ].join("; "),
  "permissions-policy":
    "camera=(), clipboard-read=(), clipboard-write=(), display-capture=(), fullscreen=(), geolocation=(), microphone=()",
  "x-dns-prefetch-control": "off",
};

/** Besides those, where people reach the installation by https. In seconds. */
export const strictTransport = (appUrl: string): Record<string, string> =>
  appUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {};
