import Link from "next/link";
import { readReturnedForm } from "@/app/(auth)/form-handler";
import { findInvitationOfVisit, InvitationNotice } from "@/app/(auth)/invitation";
import { getSignInOffer } from "@/app/(auth)/offer";
import { getDestination, type SearchParams, withNext } from "@/app/(auth)/visit";
import { AccountTitle } from "@/components/account/account-title";
import { NoSignUp } from "@/components/account/no-sign-up";
import { SignUpForm } from "@/components/account/sign-up-form";
import { createTitleMetadata, getTranslations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("account", "accountWithoutPassword");

export default async function PasswordlessPage({ searchParams }: { searchParams: SearchParams }) {
  const t = await getTranslations("account");
  const next = await getDestination(searchParams);
  const returned = await readReturnedForm("/register/passwordless");
  const { setup: given } = await searchParams;
  const setup = typeof given === "string" ? given : returned?.fields.setup_token;
  const { isOwned, refusal } = await getSignInOffer(next, setup);
  if (refusal)
    return (
      <>
        <InvitationNotice next={next} />
        <NoSignUp isOwned={isOwned} reason={refusal} signIn={withNext("/login", next)} />
      </>
    );
  const invitation = await findInvitationOfVisit(next);
  return (
    <>
      <InvitationNotice next={next} />
      <AccountTitle>{t("accountWithoutPassword")}</AccountTitle>
      <p className="mt-3 mb-6 text-muted">{t("accountWithoutPasswordHelp")}</p>
      <SignUpForm
        by="link"
        next={next}
        setup={setup}
        invitation={invitation && { email: invitation.email }}
        fields={returned?.fields}
        refusal={returned?.refusal}
      />
      <p className="mt-6 text-sm text-muted">
        <Link href={withNext("/register", next)} className="text-accent underline underline-offset-2">
          {t("choosePassword")}
        </Link>
      </p>
    </>
  );
}
