import type { Metadata } from "next";
import Link from "next/link";
import { AccountTitle } from "@/components/account/account-frame";
import { SignUpForm } from "@/components/account/sign-up-form";
import { returnedForm } from "../../door";
import { destination, type Search, withNext } from "../../visit";

export const metadata: Metadata = { title: "Create an account without a password" };

export default async function PasswordlessPage({ searchParams }: { searchParams: Search }) {
  const next = await destination(searchParams);
  const returned = await returnedForm("/register/passwordless");
  return (
    <>
      <AccountTitle>Create an account without a password</AccountTitle>
      <p className="mt-3 mb-6 text-muted">
        A link in a mail makes the account. Later, such links sign you in.
      </p>
      <SignUpForm by="link" next={next} fields={returned?.fields} refusal={returned?.refusal} />
      <p className="mt-6 text-sm text-muted">
        <Link href={withNext("/register", next)} className="text-accent underline underline-offset-2">
          Choose a password instead
        </Link>
      </p>
    </>
  );
}
