import { ApiError } from "@/lib/api/client";

/** A group as the switcher shows it. */
export type OwnGroup = { id: string; name: string };

/**
 * Goes on in another group. The whole page is loaded anew, so that nothing of
 * the former group stays in the browser's memory.
 * @throws Error with a sentence to show
 */
export const switchGroup = (groupId: string): Promise<void> =>
  goOn("/switch-group/submit", { group_id: groupId });

/** Leaves the group and goes on in another one, in the same way. @throws Error with a sentence to show */
export const leaveGroup = (): Promise<void> => goOn("/leave-group/submit", {});

async function goOn(path: string, fields: Record<string, string>): Promise<void> {
  const sent = await fetch(path, {
    method: "POST",
    body: new URLSearchParams(fields),
    // A redirect is the answer when it worked; its page is loaded below.
    redirect: "manual",
  }).catch(() => undefined);
  if (!sent) throw new ApiError(0, "The server cannot be reached. Check the connection and try again.");
  // In the reader's language.
  if (sent.type !== "opaqueredirect") throw new Error(await sent.text());
  window.location.assign("/");
}
