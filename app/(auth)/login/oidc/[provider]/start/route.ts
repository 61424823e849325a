import { redirectAfterForm } from "@/app/(auth)/form-handler";
import { type OidcParams, setPendingSignIn } from "@/app/(auth)/login/oidc/visit";
import { services } from "@/app/services";
import { config } from "@/lib/platform/config";

/** Starts a sign-in with a provider, which only the same browser can complete. */
export async function GET(request: Request, { params }: OidcParams): Promise<Response> {
  const next = services().toOwnPath(new URL(request.url).searchParams.get("next"), config().appUrl);
  try {
    const { provider } = await params;
    const { url, attempt } = await services().startOidcSignIn(provider);
    return setPendingSignIn(redirectAfterForm(url), { provider, attempt, next });
  } catch (error) {
    if (!(error instanceof services().AppError)) throw error;
    return redirectAfterForm(services().withNext("/login?error=Sso", next));
  }
}
