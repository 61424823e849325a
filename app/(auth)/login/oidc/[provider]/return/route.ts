import { z } from "zod";
import { redirectAfterForm } from "@/app/(auth)/form-handler";
import { type OidcParams, readPendingSignIn, setPendingSignIn } from "@/app/(auth)/login/oidc/visit";
import { setSessionCookies, signInWithProvider } from "@/app/api/auth/in-process";
import { services } from "@/app/services";
import { config } from "@/lib/platform/config";
import type { ErrorKind } from "@/lib/platform/errors";

const Begun = z.object({ provider: z.string(), attempt: z.unknown(), next: z.string() });

export async function GET(request: Request, { params }: OidcParams): Promise<Response> {
  const { provider } = await params;
  const begun = Begun.safeParse(parseJson(readPendingSignIn(request)));
  if (!begun.success || begun.data.provider !== provider)
    return setPendingSignIn(redirectAfterForm("/login?error=Sso"), null);
  const next = services().toOwnPath(begun.data.next, config().appUrl);
  const fields = {
    provider,
    attempt: JSON.stringify(begun.data.attempt),
    query: new URL(request.url).search,
    next,
  };
  try {
    const signed = await signInWithProvider("oidc", fields, request);
    const response = setPendingSignIn(redirectAfterForm(next), null);
    // Last, because setting a cookie drops appended headers.
    setSessionCookies(response, signed);
    return response;
  } catch (error) {
    if (!(error instanceof services().AppError)) throw error;
    const page = `/login?error=${reasons[error.kind] ?? "Sso"}`;
    return setPendingSignIn(redirectAfterForm(services().withNext(page, next)), null);
  }
}

const reasons: Partial<Record<ErrorKind, string>> = { conflict: "Linked", forbidden: "NotAllowed" };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
