import Link from "next/link";
import { readReturnedForm } from "@/app/(auth)/form-handler";
import { InvitationNotice } from "@/app/(auth)/invitation";
import { type SearchParams, withNext } from "@/app/(auth)/visit";
import { services } from "@/app/services";
import { AccountTitle } from "@/components/account/account-title";
import { EmailForm } from "@/components/account/email-form";
import { LinkSent } from "@/components/account/mailed-link";
import { createTitleMetadata, getTranslations } from "@/components/i18n/server";
import { config } from "@/lib/platform/config";

export const generateMetadata = createTitleMetadata("account", "forgotPassword");

/** Also open to signed-in users, because mails about a changed password link here. */
export default async function ForgotPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  const t = await getTranslations("account");
  const { sent, next: given } = await searchParams;
  const next = services().toOwnPath(given, config().appUrl);
  if (sent !== undefined) {
    return (
      <>
        <InvitationNotice next={next} />
        <LinkSent again={withNext("/forgot-password", next)}>{t("resetSent")}</LinkSent>
      </>
    );
  }
  const returned = await readReturnedForm("/forgot-password");
  return (
    <>
      <InvitationNotice next={next} />
      <AccountTitle>{t("forgotPasswordTitle")}</AccountTitle>
      <p className="mt-3 mb-6 text-muted">{t("forgotPasswordHelp")}</p>
      <EmailForm
        action="/forgot-password/submit"
        next={next}
        email={returned?.fields.email}
        refusal={returned?.refusal}
      />
      <p className="mt-6 text-sm text-muted">
        <Link href={withNext("/login", next)} className="text-accent underline underline-offset-2">
          {t("backToSignIn")}
        </Link>
      </p>
    </>
  );
}
