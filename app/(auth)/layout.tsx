import type { Metadata } from "next";
import { ClaimStorage } from "@/app/claim-storage";
import { AccountFrame } from "@/components/account/account-frame";
import { Words } from "@/components/words/server";

/** Forms say where they come from only to ourselves: without that, no form could be told from a forged one. */
export const metadata: Metadata = { referrer: "same-origin" };

export default function AuthLayout({ children }: { children: React.ReactNode }) {
  return (
    <Words of={["account"]}>
      <ClaimStorage />
      <AccountFrame>{children}</AccountFrame>
    </Words>
  );
}
