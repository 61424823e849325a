import { ApiError, session } from "@/lib/api/client";

// If the user refuses to leave unsaved input, the page stays open and reports the ended session after this time.
const MAX_LEAVING_MS = 10_000;

export type OwnGroup = { id: string; name: string };

/**
 * Switches to another group with a full page load, so that nothing of the previous one stays in memory.
 * @throws Error with a displayable message
 */
export const switchGroup = (groupId: string): Promise<void> =>
  replaceSession("/switch-group/submit", { group_id: groupId });

/** @throws Error with a displayable message */
export const leaveGroup = (): Promise<void> => replaceSession("/leave-group/submit", {});

async function replaceSession(path: string, fields: Record<string, string>): Promise<void> {
  session.setLeaving(true);
  try {
    const sent = await fetch(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      // Success is a redirect, whose target is loaded below.
      redirect: "manual",
    }).catch(() => undefined);
    if (!sent) throw new ApiError(0, "The server cannot be reached. Check the connection and try again.");
    // The response is an error message that the server has translated.
    if (sent.type !== "opaqueredirect") throw new Error(await sent.text());
  } catch (error) {
    session.setLeaving(false);
    throw error;
  }
  window.location.assign("/");
  setTimeout(() => session.setLeaving(false), MAX_LEAVING_MS);
}
