import { cookies, headers } from "next/headers";
import { buildClaimScript } from "@/components/browser/claim";
import { ClaimOnMount } from "@/components/browser/claim-on-mount";
import { findViewer } from "./viewer";

/** Set on sign-out; the next page then deletes all stored data of the account. */
export const SIGNED_OUT_COOKIE = "parley-signed-out";

/** Inline script that deletes stored data of other accounts before any other script runs. */
export async function ClaimStorage() {
  const [viewer, sent, jar] = await Promise.all([findViewer(), headers(), cookies()]);
  const owner = viewer ? `${viewer.user.id} ${viewer.group.id}` : "";
  const hasSignedOut = !viewer && jar.has(SIGNED_OUT_COOKIE);
  return (
    <>
      <script nonce={sent.get("x-nonce") ?? undefined} suppressHydrationWarning>
        {buildClaimScript({ owner, hasSignedOut })}
      </script>
      <ClaimOnMount owner={owner} hasSignedOut={hasSignedOut} />
    </>
  );
}
