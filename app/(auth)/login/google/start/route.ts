import { cookies } from "next/headers";
import { redirectAfterForm } from "@/app/(auth)/form-handler";
import { GOOGLE_COOKIE, getGoogleRedirectUri } from "@/app/(auth)/login/google/visit";
import { services } from "@/app/services";
import { config } from "@/lib/platform/config";

/** Starts the Google sign-in, which only the same browser can complete, within ten minutes. */
export async function GET(request: Request): Promise<Response> {
  const next = services().toOwnPath(new URL(request.url).searchParams.get("next"), config().appUrl);
  try {
    const { authUri, sessionId } = await services().startGoogleSignIn(getGoogleRedirectUri());
    (await cookies()).set(GOOGLE_COOKIE, JSON.stringify({ sessionId, next }), {
      ...services().getBrowserCookieConfig().options,
      path: "/login/google",
      maxAge: 600,
    });
    return redirectAfterForm(authUri);
  } catch (error) {
    if (!(error instanceof services().AppError)) throw error;
    return redirectAfterForm(services().withNext("/login?error=Google", next));
  }
}
