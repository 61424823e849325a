import { cookies } from "next/headers";
import { isFromOurPages, seeOther } from "@/app/(auth)/form-handler";
import { sessionCookie, sessionIn, signOutBrowser } from "@/lib/identity/auth/service";

export async function POST(request: Request): Promise<Response> {
  if (!isFromOurPages(request))
    return new Response("This form was not sent from our own page.", { status: 403 });
  const jar = await cookies();
  const { name, isSecure } = sessionCookie();
  const cookie = jar.get(name)?.value;
  const sessionId = cookie && (await sessionIn(cookie));
  if (sessionId) await signOutBrowser(sessionId, request.headers.get("x-parley-address") ?? undefined);
  jar.set(name, "", { path: "/", maxAge: 0, httpOnly: true, sameSite: "lax", secure: isSecure });
  return seeOther("/login");
}
