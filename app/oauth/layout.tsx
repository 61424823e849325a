import type { Metadata } from "next";
import { ClaimStorage } from "@/app/claim-storage";
import { AccountFrame } from "@/components/account/account-frame";
import { Translations } from "@/components/i18n/server";

/** Our own forms need a referrer for the CSRF check. Other origins must not see the request in the address. */
export const metadata: Metadata = { referrer: "same-origin", robots: "noindex" };

export default function OauthLayout({ children }: { children: React.ReactNode }) {
  return (
    <Translations of={["account", "consent"]}>
      <ClaimStorage />
      <AccountFrame>{children}</AccountFrame>
    </Translations>
  );
}
