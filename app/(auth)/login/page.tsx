import type { Metadata } from "next";
import Link from "next/link";
import { returnedForm } from "@/app/(auth)/form-handler";
import { offerOf } from "@/app/(auth)/offer";
import { destination, type Search, withNext } from "@/app/(auth)/visit";
import { AccountTitle } from "@/components/account/account-frame";
import { NoSignUp } from "@/components/account/no-sign-up";
import { SignInForm } from "@/components/account/sign-in-form";
import { buttonClass } from "@/components/ui/button";
import { offersGoogle } from "@/lib/identity/sso/service";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: { searchParams: Search }) {
  const next = await destination(searchParams);
  const returned = await returnedForm("/login");
  const { isOwned, refusal } = await offerOf(next);
  if (!isOwned)
    return refusal ? <NoSignUp isOwned={false} reason={refusal} signIn="/login" /> : <FirstVisit />;
  const { error, done } = await searchParams;
  return (
    <>
      <AccountTitle>Sign in</AccountTitle>
      {done === "reset" && (
        <p role="status" className="mt-3 text-muted">
          Your new password is set. Sign in with it.
        </p>
      )}
      <div className="mt-6">
        <SignInForm
          next={next}
          email={returned?.fields.email}
          refusal={returned?.refusal ?? failedElsewhere(error)}
        />
      </div>
      {offersGoogle() && (
        // Not a Link: it leads away from here, and nothing may fetch it ahead.
        <a
          href={`/login/google/start?next=${encodeURIComponent(next)}`}
          className={`mt-3 w-full ${buttonClass({ variant: "secondary" })}`}
        >
          Continue with Google
        </a>
      )}
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Link href={withNext("/login/email", next)} className="text-accent underline underline-offset-2">
          Sign in by mail
        </Link>
        <Link href={withNext("/forgot-password", next)} className="text-accent underline underline-offset-2">
          Forgot password?
        </Link>
      </p>
      {!refusal && (
        <p className="mt-3 text-sm text-muted">
          No account yet?{" "}
          <Link href={withNext("/register", next)} className="text-accent underline underline-offset-2">
            Create one
          </Link>
        </p>
      )}
    </>
  );
}

const reasons: Record<string, string> = {
  CredentialsSignin: "The e-mail address or the password is wrong.",
  Google: "Sign-in with Google failed. Try again, or sign in another way.",
  SignUp:
    "There is no account with this e-mail address, and one can't be created this way. Ask whoever runs this installation.",
  Linked: "An account with this e-mail address already exists. Sign in to it another way first.",
};

/** Other ways to sign in send people here with a code; the code is never shown. */
const failedElsewhere = (error: unknown) =>
  error === undefined
    ? undefined
    : {
        message: reasons[String(error)] ?? "Sign-in failed. Try again.",
        faults: [],
      };

function FirstVisit() {
  return (
    <>
      <AccountTitle>Welcome to Parley</AccountTitle>
      <p className="mt-3 text-muted">
        Nobody has an account here yet. The first one owns this installation: it can invite people and connect
        language models.
      </p>
      <Link href="/register" className={`mt-6 w-full ${buttonClass({ variant: "primary" })}`}>
        Create the first account
      </Link>
    </>
  );
}
