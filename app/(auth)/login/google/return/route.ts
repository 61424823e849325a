import { cookies } from "next/headers";
import { z } from "zod";
import { seeOther, signIn } from "@/app/(auth)/form-handler";
import { tokenIn } from "@/app/(auth)/invitation";
import { GOOGLE_COOKIE, returnAddress } from "@/app/(auth)/login/google/visit";
import { ownPath, withNext } from "@/app/(auth)/own-path";
import { addressOfPage, isMarkedLocal } from "@/lib/api/front";
import { endGoogle, userOf } from "@/lib/identity/sso/service";
import { config } from "@/lib/platform/config";
import { AppError, type ErrorKind } from "@/lib/platform/errors";

const Begun = z.object({ sessionId: z.string(), next: z.string() });

/** Where Google sends the person back to. */
export async function GET(request: Request): Promise<Response> {
  const jar = await cookies();
  const begun = Begun.safeParse(parsed(jar.get(GOOGLE_COOKIE)?.value));
  jar.delete({ name: GOOGLE_COOKIE, path: "/login/google" });
  if (!begun.success) return seeOther("/login?error=Google");
  const next = ownPath(begun.data.next, config().appUrl);
  try {
    const token = await endGoogle(returnAddress() + new URL(request.url).search, begun.data.sessionId);
    const address = addressOfPage(request.headers);
    const entry = { address, isLocal: isMarkedLocal(request.headers), invitation: tokenIn(next) };
    const user = await userOf(token, entry);
    await signIn(user.id, request.headers.get("user-agent")?.slice(0, 300) ?? null);
    return seeOther(next);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return seeOther(withNext(`/login?error=${reasons[error.kind] ?? "Google"}`, next));
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
