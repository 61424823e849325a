import { cookies } from "next/headers";
import { sessionCookie } from "@/lib/auth/credentials";
import { config } from "@/lib/config";
import { AppError } from "@/lib/errors";
import { beginGoogle } from "@/lib/firebase/google";
import { seeOther } from "../../../door";
import { ownPath } from "../../../own-path";
import { GOOGLE_COOKIE, returnAddress } from "../visit";

/** Sends the person to Google. What begins here can only be ended by the same browser, within ten minutes. */
export async function GET(request: Request): Promise<Response> {
  const next = ownPath(new URL(request.url).searchParams.get("next"), config().appUrl);
  try {
    const { authUri, sessionId } = await beginGoogle(returnAddress());
    (await cookies()).set(GOOGLE_COOKIE, JSON.stringify({ sessionId, next }), {
      httpOnly: true,
      sameSite: "lax",
      path: "/login/google",
      secure: sessionCookie().isSecure,
      maxAge: 600,
    });
    return seeOther(authUri);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return seeOther("/login?error=Google");
  }
}
