import { cookies, headers } from "next/headers";
import { claimScript } from "@/components/browser-storage/claim";
import { ClaimOnMount } from "@/components/browser-storage/claim-on-mount";
import { currentViewer } from "./viewer";

/** Set when signing out, for the page after it: that page deletes all that the browser stores of the account. */
export const SIGNED_OUT_COOKIE = "parley-signed-out";

/** Deletes what a browser stores of others than whoever is signed in on this page, before anything else runs in it. */
export async function ClaimStorage() {
  const [viewer, sent, jar] = await Promise.all([currentViewer(), headers(), cookies()]);
  const owner = viewer ? `${viewer.user.id} ${viewer.group.id}` : "";
  const hasSignedOut = !viewer && jar.has(SIGNED_OUT_COOKIE);
  return (
    <>
      <script nonce={sent.get("x-nonce") ?? undefined} suppressHydrationWarning>
        {claimScript({ owner, hasSignedOut })}
      </script>
      <ClaimOnMount owner={owner} hasSignedOut={hasSignedOut} />
    </>
  );
}
