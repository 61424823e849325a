/**
 * Headers of every response: pages, files and errors of Next.js (`next.config.ts`), pages with scripts (`proxy.ts`),
 * and the API (`serve.ts`). Pages that need more permissions override them. A worker started by a page is subject to
 * the policy of the worker script's response, not the page's.
 */
export const securityHeaders = {
  "content-security-policy":
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), geolocation=(), microphone=(self)",
  // DNS prefetching of a link's host could exfiltrate message content without a click.
  "x-dns-prefetch-control": "off",
};

/**
 * Headers of the HTML preview frame (`app/preview`), which has an opaque origin and thus no cookies or storage, and
 * no network. The surrounding page controls its navigation (`frame-src` in `proxy.ts`).
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
    // Not yet supported by browsers (Chromium 156, Firefox 153).
    "webrtc 'block'",
    // The frame's default policy permits everything except `javascript:` URLs (`app/preview/confine.ts`).
    "require-trusted-types-for 'script'",
  ].join("; "),
  // Covers connections outside CSP in browsers that support the header: WebRTC, preconnect, and speculative
  // connections for navigations.
  "connection-allowlist": "()",
  "permissions-policy":
    "camera=(), clipboard-read=(), clipboard-write=(), display-capture=(), fullscreen=(), geolocation=(), microphone=()",
};

export const buildStrictTransport = (appUrl: string): Record<string, string> =>
  appUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {};
