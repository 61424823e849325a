import type { Metadata } from "next";
import Link from "next/link";
import { returnedForm } from "@/app/(auth)/form-handler";
import { destination, type Search, withNext } from "@/app/(auth)/visit";
import { AccountTitle } from "@/components/account/account-frame";
import { EmailForm } from "@/components/account/email-form";
import { LinkSent } from "@/components/account/mailed-link";

export const metadata: Metadata = { title: "Sign in by mail" };

export default async function MagicLinkPage({ searchParams }: { searchParams: Search }) {
  const next = await destination(searchParams);
  const { sent } = await searchParams;
  if (sent !== undefined) {
    return (
      <LinkSent again={withNext("/login/email", next)}>
        If there is an account with that address, a mail is on its way. Its link signs you in, once, for 15
        minutes.
      </LinkSent>
    );
  }
  const returned = await returnedForm("/login/email");
  return (
    <>
      <AccountTitle>Sign in by mail</AccountTitle>
      <p className="mt-3 mb-6 text-muted">A link in a mail signs you in without a password.</p>
      <EmailForm
        action="/login/email/submit"
        next={next}
        email={returned?.fields.email}
        refusal={returned?.refusal}
      />
      <p className="mt-6 text-sm text-muted">
        <Link href={withNext("/login", next)} className="text-accent underline underline-offset-2">
          Sign in with your password
        </Link>
      </p>
    </>
  );
}
