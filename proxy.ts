import { type NextRequest, NextResponse } from "next/server";
import { strictTransport } from "@/lib/api/security-headers";
import { config as settings } from "@/lib/platform/config";
import { bucketAddresses } from "@/lib/platform/storage/address";

/**
 * Headers of pages with scripts, besides those of every answer
 * (`lib/api/security-headers.ts`). The API is not matched: a proxy would cut
 * its request bodies at 10 MB.
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
  // Next's own parameter; taking it out writes the whole query anew.
  if (!isPublic) nextUrl.searchParams.delete("_rsc");
  headers.set("x-parley-path", nextUrl.pathname + nextUrl.search);
  // The pages of public chats set their own headers, and send on with the query byte for byte.
  if (isPublic) return NextResponse.next({ request: { headers } });
  const nonce = btoa(crypto.randomUUID());
  // A chat's document is printed in a frame of the chat.
  const policy = contentSecurityPolicy(nonce, nextUrl.pathname.startsWith("/print/") ? "'self'" : "'none'");
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("cross-origin-opener-policy", "same-origin");
  response.headers.set("cache-control", "private, no-store");
  for (const [name, value] of Object.entries(strictTransport(settings().appUrl)))
    response.headers.set(name, value);
  return response;
}

/** Next marks its own scripts with the nonce that it finds in the request's policy. Development needs eval and sockets. */
function contentSecurityPolicy(nonce: string, ancestors: string): string {
  // Browsers put files there themselves.
  const bucket = bucketOrigin();
  const isDevelopment = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    // What was recorded or chosen here is played before it is sent.
    "media-src 'self' blob:",
    "font-src 'self'",
    "worker-src 'self'",
    // Also of what a frame loads by itself: a preview leads to no other site.
    "frame-src 'self'",
    `connect-src 'self'${bucket ? ` ${bucket}` : ""}${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join("; ");
}

function bucketOrigin(): string | undefined {
  const addresses = bucketAddresses(settings());
  return addresses && new URL(addresses.publicUrl).origin;
}
