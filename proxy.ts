import { type NextRequest, NextResponse } from "next/server";
import { buildStrictTransport } from "@/lib/api/security-headers";
import { config as settings } from "@/lib/platform/config";
import { buildBucketAddresses } from "@/lib/platform/storage/address";

/**
 * Headers of pages with scripts, in addition to those of all responses (`lib/api/security-headers.ts`). The API is
 * excluded, because a proxy would truncate its request bodies at 10 MB.
 */
export const config = {
  matcher: [
    "/((?!api/|_next/static|_next/image|favicon.ico|icon.svg|icons/|manifest.webmanifest|live-worker.js|offline-worker.js|public-chat/|diagrams/|pdf/|words/|embed.js|preview$).*)",
  ],
};

export function proxy(request: NextRequest): NextResponse {
  const { nextUrl } = request;
  const headers = new Headers(request.headers);
  const isPublic = nextUrl.pathname.startsWith("/public/");
  // Next.js's own parameter. Deleting it re-serializes the whole query.
  if (!isPublic) nextUrl.searchParams.delete("_rsc");
  headers.set("x-parley-path", nextUrl.pathname + nextUrl.search);
  // Public chat pages set their own headers and forward the query byte for byte.
  if (isPublic) return NextResponse.next({ request: { headers } });
  const nonce = btoa(crypto.randomUUID());
  // The print view of a chat is loaded in a frame of the chat.
  const policy = contentSecurityPolicy(nonce, nextUrl.pathname.startsWith("/print/") ? "'self'" : "'none'");
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("cross-origin-opener-policy", "same-origin");
  response.headers.set("cache-control", "private, no-store");
  for (const [name, value] of Object.entries(buildStrictTransport(settings().appUrl)))
    response.headers.set(name, value);
  return response;
}

/** Next.js adds the nonce of the request's policy to its own scripts. Development needs eval and WebSockets. */
function contentSecurityPolicy(nonce: string, ancestors: string): string {
  // Browsers upload files to the bucket directly.
  const bucket = bucketOrigin();
  const isDevelopment = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    // Recordings and selected files are played before they are sent.
    "media-src 'self' blob:",
    "font-src 'self'",
    "worker-src 'self'",
    // Also applies to navigations inside frames: a preview can't navigate to another site.
    "frame-src 'self'",
    `connect-src 'self'${bucket ? ` ${bucket}` : ""}${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join("; ");
}

function bucketOrigin(): string | undefined {
  const addresses = buildBucketAddresses(settings());
  return addresses && new URL(addresses.publicUrl).origin;
}
