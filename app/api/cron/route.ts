import { sweepAll } from "@/inngest/functions/sweep";
import { reapOrphans } from "@/lib/conversation/replies/service";
import { workDone } from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { isBearer } from "@/lib/platform/crypto/secrets";

/** Less than what a function has (`vercel.json`). */
const MAX_WORK_MS = 240_000;

/**
 * The door for a scheduler outside, such as Vercel's: takes up replies that were left behind and sweeps. Where no process stays
 * awake, nothing of that would happen while Inngest is away. Vercel sends CRON_SECRET itself; without that setting it is shut.
 */
export async function GET(request: Request): Promise<Response> {
  const { CRON_SECRET } = config();
  if (!CRON_SECRET) return new Response("Not Found", { status: 404 });
  if (!isBearer(request.headers.get("authorization"), CRON_SECRET))
    return new Response("Unauthorized", { status: 401 });
  await reapOrphans({ isAwaited: true });
  await sweepAll();
  await workDone(MAX_WORK_MS);
  return new Response(null, { status: 204 });
}
