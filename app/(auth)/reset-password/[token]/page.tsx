import { readReturnedForm } from "@/app/(auth)/form-handler";
import { InvitationNotice } from "@/app/(auth)/invitation";
import { type LinkProps, readMailedLink, withNext } from "@/app/(auth)/visit";
import { services } from "@/app/services";
import { AccountTitle } from "@/components/account/account-title";
import { LinkOver } from "@/components/account/mailed-link";
import { NewPasswordForm } from "@/components/account/new-password-form";
import { createTitleMetadata, getTranslations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("account", "setPasswordTitle");

export default async function ResetPasswordPage(props: LinkProps) {
  const t = await getTranslations("account");
  const { token, next } = await readMailedLink(props);
  if (!(await services().isLinkOpen("reset", token)))
    return (
      <>
        <InvitationNotice next={next} />
        <LinkOver again={withNext("/forgot-password", next)} label={t("newLink")} />
      </>
    );
  const returned = await readReturnedForm(`/reset-password/${token}`);
  return (
    <>
      <InvitationNotice next={next} />
      <AccountTitle>{t("setPasswordTitle")}</AccountTitle>
      <p className="mt-3 mb-6 text-muted">{t("setPasswordHelp")}</p>
      <NewPasswordForm token={token} next={next} refusal={returned?.refusal} />
    </>
  );
}
