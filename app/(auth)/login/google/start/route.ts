import { cookies } from "next/headers";
import { redirectAfterForm } from "@/app/(auth)/form-handler";
import { GOOGLE_COOKIE, returnAddress } from "@/app/(auth)/login/google/visit";
import { getBrowserCookieConfig, toOwnPath, withNext } from "@/lib/identity/auth/service";
import { startGoogleSignIn } from "@/lib/identity/sso/service";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";

/** Starts the Google sign-in, which only the same browser can complete, within ten minutes. */
export async function GET(request: Request): Promise<Response> {
  const next = toOwnPath(new URL(request.url).searchParams.get("next"), config().appUrl);
  try {
    const { authUri, sessionId } = await startGoogleSignIn(returnAddress());
    (await cookies()).set(GOOGLE_COOKIE, JSON.stringify({ sessionId, next }), {
      ...getBrowserCookieConfig().options,
      path: "/login/google",
      maxAge: 600,
    });
    return redirectAfterForm(authUri);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return redirectAfterForm(withNext("/login?error=Google", next));
  }
}
