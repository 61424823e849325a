import type { Metadata } from "next";
import { ClaimStorage } from "@/app/claim-storage";
import { AccountFrame } from "@/components/account/account-frame";
import { Translations } from "@/components/i18n/server";

/** Forms need a referrer on our own origin: without it they couldn't be told from forged ones. */
export const metadata: Metadata = { referrer: "same-origin" };

export default function AuthLayout({ children }: { children: React.ReactNode }) {
  return (
    <Translations of={["account"]}>
      <ClaimStorage />
      <AccountFrame>{children}</AccountFrame>
    </Translations>
  );
}
