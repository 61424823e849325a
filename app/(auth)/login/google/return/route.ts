import { cookies } from "next/headers";
import { z } from "zod";
import { redirectAfterForm } from "@/app/(auth)/form-handler";
import { GOOGLE_COOKIE, getGoogleRedirectUri } from "@/app/(auth)/login/google/visit";
import { signInWithProvider } from "@/app/api/auth/in-process";
import { services } from "@/app/services";
import { config } from "@/lib/platform/config";
import type { ErrorKind } from "@/lib/platform/errors";

const Begun = z.object({ sessionId: z.string(), next: z.string() });

export async function GET(request: Request): Promise<Response> {
  const jar = await cookies();
  const begun = Begun.safeParse(parsed(jar.get(GOOGLE_COOKIE)?.value));
  jar.delete({ name: GOOGLE_COOKIE, path: "/login/google" });
  if (!begun.success) return redirectAfterForm("/login?error=Google");
  const next = services().toOwnPath(begun.data.next, config().appUrl);
  try {
    const token = await services().finishGoogleSignIn(
      getGoogleRedirectUri() + new URL(request.url).search,
      begun.data.sessionId,
    );
    return redirectAfterForm(next, await signInWithProvider("firebase", { id_token: token, next }, request));
  } catch (error) {
    if (!(error instanceof services().AppError)) throw error;
    return redirectAfterForm(services().withNext(`/login?error=${reasons[error.kind] ?? "Google"}`, next));
  }
}

const reasons: Partial<Record<ErrorKind, string>> = { conflict: "Linked", forbidden: "SignUp" };

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
