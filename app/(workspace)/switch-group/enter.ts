import { cookies } from "next/headers";
import { signIn } from "@/app/(auth)/form-handler";
import { endBrowserSession, sessionCookie, sessionIn } from "@/lib/identity/auth/service";

/**
 * Goes on in another group of the person: a session of this browser is for one
 * group, so the one it had ends and a new one begins.
 * @throws AppError not_found when the person is not in the group
 */
export async function enterGroup(userId: number, groupId: string, request: Request): Promise<void> {
  const before = (await cookies()).get(sessionCookie().name)?.value;
  await signIn(userId, request.headers.get("user-agent")?.slice(0, 300) ?? null, groupId);
  const sessionId = before && (await sessionIn(before));
  if (sessionId) await endBrowserSession(sessionId);
}
