import { readReturnedForm } from "@/app/(auth)/form-handler";
import { InvitationNotice } from "@/app/(auth)/invitation";
import { type LinkProps, readMailedLink, withNext } from "@/app/(auth)/visit";
import { services } from "@/app/services";
import { AccountTitle } from "@/components/account/account-title";
import { LinkOver, MailedTokenForm } from "@/components/account/mailed-link";
import { createTitleMetadata, getTranslations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("account", "confirmTitle");

export default async function ConfirmPage(props: LinkProps) {
  const t = await getTranslations("account");
  const { token, next } = await readMailedLink(props);
  if (!(await services().isLinkOpen("confirm", token)))
    return (
      <>
        <InvitationNotice next={next} />
        <LinkOver again={withNext("/login", next)} label={t("signIn")} />
      </>
    );
  const returned = await readReturnedForm(`/register/confirm/${token}`);
  return (
    <>
      <InvitationNotice next={next} />
      <AccountTitle>{t("confirmTitle")}</AccountTitle>
      <p className="mt-3 text-muted">{t("confirmHelp")}</p>
      <MailedTokenForm
        action="/register/confirm/submit"
        token={token}
        next={next}
        label={t("createMine")}
        problem={returned?.refusal.message}
      />
    </>
  );
}
