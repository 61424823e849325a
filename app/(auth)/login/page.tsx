import Link from "next/link";
import { readReturnedForm } from "@/app/(auth)/form-handler";
import { findInvitationOfVisit, InvitationNotice } from "@/app/(auth)/invitation";
import { getSignInOffer } from "@/app/(auth)/offer";
import { getDestination, type SearchParams, withNext } from "@/app/(auth)/visit";
import { services } from "@/app/services";
import { AccountTitle } from "@/components/account/account-title";
import { NoSignUp } from "@/components/account/no-sign-up";
import { SignInForm } from "@/components/account/sign-in-form";
import { createTitleMetadata, getTranslations } from "@/components/i18n/server";
import { getButtonClass } from "@/components/ui/button";
import type { Key } from "@/lib/platform/words/screens";
import type { Translate } from "@/lib/platform/words/translate";

export const generateMetadata = createTitleMetadata("account", "signIn");

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const t = await getTranslations("account");
  const next = await getDestination(searchParams);
  const returned = await readReturnedForm("/login");
  const { isOwned, refusal } = await getSignInOffer(next);
  if (!isOwned)
    return refusal ? <NoSignUp isOwned={false} reason={refusal} signIn="/login" /> : <FirstVisit />;
  const { error, done } = await searchParams;
  return (
    <>
      <InvitationNotice next={next} />
      <AccountTitle>{t("signIn")}</AccountTitle>
      {done === "reset" && (
        <p role="status" className="mt-3 text-muted">
          {t("passwordSet")}
        </p>
      )}
      <div className="mt-6">
        <SignInForm
          next={next}
          email={returned?.fields.email ?? (await findInvitationOfVisit(next))?.email ?? undefined}
          refusal={returned?.refusal ?? failedElsewhere(t, error)}
        />
      </div>
      {services().offersGoogle() && (
        // Not a Next.js `Link`, which would prefetch the address and thus start a sign-in.
        <a
          href={`/login/google/start?next=${encodeURIComponent(next)}`}
          className={`mt-3 w-full ${getButtonClass({ variant: "secondary" })}`}
        >
          {t("continueWithGoogle")}
        </a>
      )}
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Link href={withNext("/login/email", next)} className="text-accent underline underline-offset-2">
          {t("signInByMail")}
        </Link>
        <Link href={withNext("/forgot-password", next)} className="text-accent underline underline-offset-2">
          {t("forgotPassword")}
        </Link>
      </p>
      {!refusal && (
        <p className="mt-3 text-sm text-muted">
          {t.rich("noAccount", {
            link: (text) => (
              <Link href={withNext("/register", next)} className="text-accent underline underline-offset-2">
                {text}
              </Link>
            ),
          })}
        </p>
      )}
    </>
  );
}

const reasons: Record<string, Key<"account">> = {
  CredentialsSignin: "signInFailedPassword",
  Google: "signInFailedGoogle",
  SignUp: "signInFailedNoAccount",
  Linked: "signInFailedLinked",
};

// Returns a message for the error code that a failed sign-in elsewhere put into the address. The code is never shown.
const failedElsewhere = (t: Translate<"account">, error: unknown) =>
  error === undefined
    ? undefined
    : {
        message: t(reasons[String(error)] ?? "signInFailed"),
        faults: [],
      };

async function FirstVisit() {
  const t = await getTranslations("account");
  return (
    <>
      <AccountTitle>{t("welcome")}</AccountTitle>
      <p className="mt-3 text-muted">{t("firstVisit")}</p>
      <Link href="/register" className={`mt-6 w-full ${getButtonClass({ variant: "primary" })}`}>
        {t("createFirstAccount")}
      </Link>
    </>
  );
}
