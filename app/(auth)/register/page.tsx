import Link from "next/link";
import { readReturnedForm } from "@/app/(auth)/form-handler";
import { findInvitationOfVisit, InvitationNotice } from "@/app/(auth)/invitation";
import { getSignInOffer } from "@/app/(auth)/offer";
import { getDestination, type SearchParams, withNext } from "@/app/(auth)/visit";
import { AccountTitle } from "@/components/account/account-title";
import { LinkSent } from "@/components/account/mailed-link";
import { NoSignUp } from "@/components/account/no-sign-up";
import { SignUpForm } from "@/components/account/sign-up-form";
import { createTitleMetadata, getTranslations } from "@/components/i18n/server";
import { config } from "@/lib/platform/config";
import { listFormat, type Translate } from "@/lib/platform/words/translate";

export const generateMetadata = createTitleMetadata("account", "createAccount");

export default async function RegisterPage({ searchParams }: { searchParams: SearchParams }) {
  const t = await getTranslations("account");
  const next = await getDestination(searchParams);
  const { sent, setup: given } = await searchParams;
  if (sent !== undefined) {
    return (
      <>
        <InvitationNotice next={next} />
        <LinkSent again={withNext("/register", next)}>{t("confirmSent")}</LinkSent>
      </>
    );
  }
  const returned = await readReturnedForm("/register");
  const setup = typeof given === "string" ? given : returned?.fields.setup_token;
  const { isOwned, refusal } = await getSignInOffer(next, setup);
  if (refusal)
    return (
      <>
        <InvitationNotice next={next} />
        <NoSignUp isOwned={isOwned} reason={refusal} signIn={withNext("/login", next)} />
      </>
    );
  const isFirst = !isOwned;
  const invitation = await findInvitationOfVisit(next);
  return (
    <>
      <InvitationNotice next={next} />
      <AccountTitle>{t(isFirst ? "createFirstAccount" : "createAccount")}</AccountTitle>
      {isFirst && <p className="mt-2 text-muted">{t("firstAccount", { signUp: signUpAfter(t) })}</p>}
      <div className="mt-6">
        <SignUpForm
          by="password"
          next={next}
          setup={setup}
          invitation={invitation && { email: invitation.email }}
          fields={returned?.fields}
          refusal={returned?.refusal}
        />
      </div>
      {!isFirst && (
        <div className="mt-6 space-y-2 text-sm text-muted">
          <p>
            <Link
              href={withNext("/register/passwordless", next)}
              className="text-accent underline underline-offset-2"
            >
              {t("withoutPassword")}
            </Link>
          </p>
          <p>
            {t.rich("accountExists", {
              link: (text) => (
                <Link href={withNext("/login", next)} className="text-accent underline underline-offset-2">
                  {text}
                </Link>
              ),
            })}
          </p>
        </div>
      )}
    </>
  );
}

function signUpAfter(t: Translate<"account">): string {
  const { signUp } = config();
  const list = listFormat(t.locale, { type: "disjunction" });
  if (signUp.mode === "domain") return t("signUpDomain", { domains: list.format(signUp.domains) });
  return t(({ open: "signUpOpen", invited: "signUpInvited", closed: "signUpClosed" } as const)[signUp.mode]);
}
