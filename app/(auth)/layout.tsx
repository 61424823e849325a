import type { Metadata } from "next";
import { ClaimStorage } from "@/app/claim-storage";
import { AccountFrame } from "@/components/account/account-frame";
import { Translations } from "@/components/i18n/server";

/** With `no-referrer`, browsers without fetch metadata would fail the CSRF check, as they send `Origin: null`. */
export const metadata: Metadata = { referrer: "same-origin" };

export default function AuthLayout({ children }: { children: React.ReactNode }) {
  return (
    <Translations of={["account"]}>
      <ClaimStorage />
      <AccountFrame>{children}</AccountFrame>
    </Translations>
  );
}
