import Link from "next/link";
import type { ReactNode } from "react";
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
import { FormProblem } from "@/components/ui/form-problem";
import type { Key } from "@/lib/platform/words/screens";
import type { Translate } from "@/lib/platform/words/translate";

const link = "text-accent underline underline-offset-2";

export const generateMetadata = createTitleMetadata("account", "signIn");

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const t = await getTranslations("account");
  const next = await getDestination(searchParams);
  const returned = await readReturnedForm("/login");
  const { isOwned, refusal } = await getSignInOffer(next);
  if (!isOwned)
    return refusal ? <NoSignUp isOwned={false} reason={refusal} signIn="/login" /> : <FirstVisit />;
  const { error, done } = await searchParams;
  const isSsoOnly = services().isSsoOnly();
  const problem = failedElsewhere(t, error);
  const form = (
    <SignInForm
      next={next}
      email={returned?.fields.email ?? (await findInvitationOfVisit(next))?.email ?? undefined}
      refusal={returned?.refusal ?? (isSsoOnly ? undefined : problem)}
    />
  );
  return (
    <>
      <InvitationNotice next={next} />
      <AccountTitle>{t("signIn")}</AccountTitle>
      {done === "reset" && (
        <p role="status" className="mt-3 text-muted">
          {t("passwordSet")}
        </p>
      )}
      {isSsoOnly ? (
        <OnlySso next={next} problem={problem?.message} isOpen={returned !== undefined}>
          {form}
        </OnlySso>
      ) : (
        <>
          <div className="mt-6">{form}</div>
          <Providers next={next} />
          <OtherWays next={next} canSignUp={!refusal} />
        </>
      )}
    </>
  );
}

async function Providers({ next }: { next: string }) {
  const t = await getTranslations("account");
  const providers = services()
    .listOidcProviders()
    .map(({ id, name }) => ({ path: `/login/oidc/${id}/start`, label: t("continueWith", { name }) }));
  if (services().offersGoogle())
    providers.unshift({ path: "/login/google/start", label: t("continueWithGoogle") });
  // Not Next.js `Link`s, which would prefetch the addresses and thus start sign-ins.
  return providers.map(({ path, label }) => (
    <a
      key={path}
      href={`${path}?next=${encodeURIComponent(next)}`}
      className={`mt-3 w-full ${getButtonClass({ variant: "secondary" })}`}
    >
      {label}
    </a>
  ));
}

async function OtherWays({ next, canSignUp }: { next: string; canSignUp: boolean }) {
  const t = await getTranslations("account");
  return (
    <>
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Link href={withNext("/login/email", next)} className={link}>
          {t("signInByMail")}
        </Link>
        <Link href={withNext("/forgot-password", next)} className={link}>
          {t("forgotPassword")}
        </Link>
      </p>
      {canSignUp && (
        <p className="mt-3 text-sm text-muted">
          {t.rich("noAccount", {
            link: (text) => (
              <Link href={withNext("/register", next)} className={link}>
                {text}
              </Link>
            ),
          })}
        </p>
      )}
    </>
  );
}

// The owner of the installation can use a password, too.
async function OnlySso({ next, problem, isOpen, children }: OnlySsoProps) {
  const t = await getTranslations("account");
  return (
    <>
      <FormProblem message={problem} />
      <Providers next={next} />
      <details open={isOpen} className="mt-6">
        <summary className="rounded-md text-sm text-muted">{t("ownerSignIn")}</summary>
        <div className="mt-4">{children}</div>
        <p className="mt-4 text-sm">
          <Link href={withNext("/forgot-password", next)} className={link}>
            {t("forgotPassword")}
          </Link>
        </p>
      </details>
    </>
  );
}

type OnlySsoProps = { next: string; problem: string | undefined; isOpen: boolean; children: ReactNode };

const reasons: Record<string, Key<"account">> = {
  CredentialsSignin: "signInFailedPassword",
  Google: "signInFailedGoogle",
  Sso: "signInFailedSso",
  NotAllowed: "signInFailedNotAllowed",
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
