import type { OidcParams } from "@/app/(auth)/login/oidc/visit";
import { services } from "@/app/services";

const HEADERS = { "cache-control": "no-store" };

/** Receives a provider's logout token. */
export async function POST(request: Request, { params }: OidcParams): Promise<Response> {
  const { AppError, endSessionsByToken, getPageCallerAddress, readSmallText } = services();
  try {
    const token = new URLSearchParams(await readSmallText(request.body)).get("logout_token") ?? "";
    await endSessionsByToken((await params).provider, token, getPageCallerAddress(request.headers));
    return new Response(null, { headers: HEADERS });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const body = { error: "invalid_request", error_description: error.message };
    return Response.json(body, { status: 400, headers: HEADERS });
  }
}
