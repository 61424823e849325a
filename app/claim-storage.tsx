import { headers } from "next/headers";
import { claimScript } from "@/components/browser-storage/claim";
import { currentViewer } from "./viewer";

/** Where signing out leads: what the browser stores of the account is deleted there. */
export const SIGNED_OUT = "/login?signed_out=1";

/** Deletes what a browser stores of others than whoever is signed in on this page, before anything else runs in it. */
export async function ClaimStorage() {
  const [viewer, sent] = await Promise.all([currentViewer(), headers()]);
  const owner = viewer ? `${viewer.user.id} ${viewer.group.id}` : "";
  const hasSignedOut = !viewer && sent.get("x-parley-path") === SIGNED_OUT;
  return (
    <script nonce={sent.get("x-nonce") ?? undefined} suppressHydrationWarning>
      {claimScript({ owner, hasSignedOut })}
    </script>
  );
}
