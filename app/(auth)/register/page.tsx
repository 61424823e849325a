import type { Metadata } from "next";
import Link from "next/link";
import { returnedForm } from "@/app/(auth)/form-handler";
import { offerOf } from "@/app/(auth)/offer";
import { destination, type Search, withNext } from "@/app/(auth)/visit";
import { AccountTitle } from "@/components/account/account-frame";
import { LinkSent } from "@/components/account/mailed-link";
import { NoSignUp } from "@/components/account/no-sign-up";
import { SignUpForm } from "@/components/account/sign-up-form";
import { signUpPhrase } from "@/lib/identity/auth/service";

export const metadata: Metadata = { title: "Create an account" };

export default async function RegisterPage({ searchParams }: { searchParams: Search }) {
  const next = await destination(searchParams);
  const { sent, setup: given } = await searchParams;
  if (sent !== undefined) {
    return (
      <LinkSent again={withNext("/register", next)}>
        A mail is on its way. Its link confirms your address and makes your account, within 24 hours.
      </LinkSent>
    );
  }
  const returned = await returnedForm("/register");
  const setup = typeof given === "string" ? given : returned?.fields.setup_token;
  const { isOwned, refusal } = await offerOf(next, setup);
  if (refusal) return <NoSignUp isOwned={isOwned} reason={refusal} signIn={withNext("/login", next)} />;
  const isFirst = !isOwned;
  return (
    <>
      <AccountTitle>{isFirst ? "Create the first account" : "Create an account"}</AccountTitle>
      {isFirst && (
        <p className="mt-2 text-muted">
          It owns this installation. Sign-up after that: {signUpPhrase()} (SIGN_UP).
        </p>
      )}
      <div className="mt-6">
        <SignUpForm
          by="password"
          next={next}
          setup={setup}
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
              Do without a password
            </Link>
          </p>
          <p>
            You have an account?{" "}
            <Link href={withNext("/login", next)} className="text-accent underline underline-offset-2">
              Sign in
            </Link>
          </p>
        </div>
      )}
    </>
  );
}
