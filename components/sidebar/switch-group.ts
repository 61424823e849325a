/** A group as the switcher shows it. */
export type OwnGroup = { id: string; name: string };

/**
 * Goes on in another group. The whole page is loaded anew, so that nothing of
 * the former group stays in the browser's memory.
 * @throws Error with a sentence to show
 */
export async function switchGroup(groupId: string): Promise<void> {
  const sent = await fetch("/switch-group/submit", {
    method: "POST",
    body: new URLSearchParams({ group_id: groupId }),
    // A redirect is the answer when it worked; its page is loaded below.
    redirect: "manual",
  }).catch(() => undefined);
  if (!sent) throw new Error("The server cannot be reached. Check the connection and try again.");
  if (sent.type !== "opaqueredirect") throw new Error("The group could not be opened.");
  window.location.assign("/");
}
