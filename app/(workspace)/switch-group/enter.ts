import { cookies } from "next/headers";
import { encode } from "next-auth/jwt";
import { sessionCookie, sessionIn } from "@/lib/auth/credentials";
import { endBrowserSession, startBrowserSession } from "@/lib/auth/sessions";
import { lifetimes } from "@/lib/auth/tokens";
import { config } from "@/lib/config";

/**
 * Goes on in another group of the person: a session of this browser is for one
 * group, so the one it had ends and a new one begins.
 * @throws AppError not_found when the person is not in the group
 */
export async function enterGroup(userId: number, groupId: string, request: Request): Promise<void> {
  const userAgent = request.headers.get("user-agent")?.slice(0, 300) ?? null;
  const { id } = await startBrowserSession(userId, userAgent, groupId);
  const { name, isSecure } = sessionCookie();
  const jar = await cookies();
  const before = jar.get(name)?.value;
  const sessionId = before && (await sessionIn(before));
  if (sessionId) await endBrowserSession(sessionId);
  const maxAge = lifetimes.refreshToken;
  jar.set(name, await encode({ token: { sid: id }, secret: config().authSecret, maxAge }), {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isSecure,
    maxAge,
  });
}
