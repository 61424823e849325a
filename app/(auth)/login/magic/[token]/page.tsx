import { readReturnedForm } from "@/app/(auth)/form-handler";
import { InvitationNotice } from "@/app/(auth)/invitation";
import { type LinkProps, readMailedLink, withNext } from "@/app/(auth)/visit";
import { services } from "@/app/services";
import { AccountTitle } from "@/components/account/account-title";
import { LinkOver, MailedTokenForm } from "@/components/account/mailed-link";
import { createTitleMetadata, getTranslations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("account", "signIn");

export default async function MagicTokenPage(props: LinkProps) {
  const t = await getTranslations("account");
  const { token, next } = await readMailedLink(props);
  if (!(await services().isLinkOpen("magic", token)))
    return (
      <>
        <InvitationNotice next={next} />
        <LinkOver again={withNext("/login/email", next)} label={t("newLink")} />
      </>
    );
  const returned = await readReturnedForm(`/login/magic/${token}`);
  return (
    <>
      <InvitationNotice next={next} />
      <AccountTitle>{t("signIn")}</AccountTitle>
      <p className="mt-3 text-muted">{t("magicLinkHelp")}</p>
      <MailedTokenForm
        action="/login/magic/submit"
        token={token}
        next={next}
        label={t("signIn")}
        problem={returned?.refusal.message}
      />
    </>
  );
}
