import type { Metadata } from "next";
import { ClaimStorage } from "@/app/claim-storage";
import { AccountFrame } from "@/components/account/account-frame";
import { Words } from "@/components/words/server";

/** As for the pages of accounts: what is asked for stands in the address, and is nobody else's business. */
export const metadata: Metadata = { referrer: "same-origin", robots: "noindex" };

export default function OauthLayout({ children }: { children: React.ReactNode }) {
  return (
    <Words of={["account", "consent"]}>
      <ClaimStorage />
      <AccountFrame>{children}</AccountFrame>
    </Words>
  );
}
