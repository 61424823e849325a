import type { Metadata } from "next";
import { returnedForm } from "@/app/(auth)/form-handler";
import { type LinkProps, visitOf, withNext } from "@/app/(auth)/visit";
import { AccountTitle } from "@/components/account/account-frame";
import { LinkButton, LinkOver } from "@/components/account/mailed-link";
import { isOpen } from "@/lib/identity/auth/service";

export const metadata: Metadata = { title: "Sign in" };

export default async function MagicTokenPage(props: LinkProps) {
  const { token, next } = await visitOf(props);
  if (!(await isOpen("magic", token)))
    return <LinkOver again={withNext("/login/email", next)} label="Ask for a new link" />;
  const returned = await returnedForm(`/login/magic/${token}`);
  return (
    <>
      <AccountTitle>Sign in</AccountTitle>
      <p className="mt-3 text-muted">Your link is good. One more click, and you are in.</p>
      <LinkButton
        action="/login/magic/submit"
        token={token}
        next={next}
        label="Sign in"
        problem={returned?.refusal.message}
      />
    </>
  );
}
