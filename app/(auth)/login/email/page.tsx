import Link from "next/link";
import { readReturnedForm } from "@/app/(auth)/form-handler";
import { findInvitationOfVisit, InvitationNotice } from "@/app/(auth)/invitation";
import { getDestination, type SearchParams, withNext } from "@/app/(auth)/visit";
import { AccountTitle } from "@/components/account/account-title";
import { EmailForm } from "@/components/account/email-form";
import { LinkSent } from "@/components/account/mailed-link";
import { createTitleMetadata, getTranslations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("account", "signInByMail");

export default async function MagicLinkPage({ searchParams }: { searchParams: SearchParams }) {
  const t = await getTranslations("account");
  const next = await getDestination(searchParams);
  const { sent } = await searchParams;
  if (sent !== undefined) {
    return (
      <>
        <InvitationNotice next={next} />
        <LinkSent again={withNext("/login/email", next)}>{t("signInSent")}</LinkSent>
      </>
    );
  }
  const returned = await readReturnedForm("/login/email");
  return (
    <>
      <InvitationNotice next={next} />
      <AccountTitle>{t("signInByMail")}</AccountTitle>
      <p className="mt-3 mb-6 text-muted">{t("signInByMailHelp")}</p>
      <EmailForm
        action="/login/email/submit"
        next={next}
        email={returned?.fields.email ?? (await findInvitationOfVisit(next))?.email ?? undefined}
        refusal={returned?.refusal}
      />
      <p className="mt-6 text-sm text-muted">
        <Link href={withNext("/login", next)} className="text-accent underline underline-offset-2">
          {t("signInWithPassword")}
        </Link>
      </p>
    </>
  );
}
