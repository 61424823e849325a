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
  // The name of a host in a link could carry off what was said, without a click.
  "x-dns-prefetch-control": "off",
};

/**
 * Headers of the frame in which a preview of HTML runs (`app/preview`): of no
 * origin, so it has no cookies and no storage, and without network. Where it
 * may go itself the page around it decides (`frame-src` in `proxy.ts`).
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
    "frame-src 'none'",
    "child-src 'none'",
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    // No browser knows it yet (Chromium 156, Firefox 153).
    "webrtc 'block'",
    // The frame's default policy lets through all but `javascript:` addresses (`app/preview/confine.ts`).
    "require-trusted-types-for 'script'",
  ].join("; "),
  // What is no request to a policy, where the browser knows this header: WebRTC, preconnect, and the connection that is opened ahead of a navigation.
  "connection-allowlist": "()",
  "permissions-policy":
    "camera=(), clipboard-read=(), clipboard-write=(), display-capture=(), fullscreen=(), geolocation=(), microphone=()",
};

/** Besides those, where people reach the installation by https. In seconds. */
export const strictTransport = (appUrl: string): Record<string, string> =>
  appUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {};
