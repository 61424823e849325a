import type { Metadata } from "next";
import { ClaimStorage } from "@/app/claim-storage";
import { AccountFrame } from "@/components/account/account-frame";
import { Words } from "@/components/words/server";

/** As for the pages of accounts: forms say where they come from to ourselves, and the token in the address to nobody else. */
export const metadata: Metadata = { referrer: "same-origin", robots: "noindex" };

export default function JoinLayout({ children }: { children: React.ReactNode }) {
  return (
    <Words of={["account"]}>
      <ClaimStorage />
      <AccountFrame>{children}</AccountFrame>
    </Words>
  );
}
