import Link from "next/link";
import { getTranslations } from "@/components/i18n/server";
import { getButtonClass } from "@/components/ui/button";
import { AccountTitle } from "./account-title";

const REASONS = {
  notSetUp: "refusedNotSetUp",
  invited: "refusedInvited",
  closed: "refusedClosed",
  sso: "refusedSso",
} as const;

type NoSignUpProps = { isOwned: boolean; reason: keyof typeof REASONS; signIn: string };

/** @param signIn Address of the sign-in page */
export async function NoSignUp({ isOwned, reason, signIn }: NoSignUpProps) {
  const t = await getTranslations("account");
  return (
    <>
      <AccountTitle>{t(isOwned ? "createAccount" : "welcome")}</AccountTitle>
      <p className="mt-3 text-muted">{t(REASONS[reason])}</p>
      {isOwned && (
        <Link href={signIn} className={`mt-6 w-full ${getButtonClass()}`}>
          {t("signIn")}
        </Link>
      )}
    </>
  );
}
