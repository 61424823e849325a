import type { Metadata } from "next";
import { returnedForm } from "@/app/(auth)/form-handler";
import { type LinkProps, visitOf, withNext } from "@/app/(auth)/visit";
import { AccountTitle } from "@/components/account/account-frame";
import { LinkButton, LinkOver } from "@/components/account/mailed-link";
import { isOpen } from "@/lib/identity/auth/service";

export const metadata: Metadata = { title: "Confirm your address" };

export default async function ConfirmPage(props: LinkProps) {
  const { token, next } = await visitOf(props);
  if (!(await isOpen("confirm", token))) return <LinkOver again={withNext("/login", next)} label="Sign in" />;
  const returned = await returnedForm(`/register/confirm/${token}`);
  return (
    <>
      <AccountTitle>Confirm your address</AccountTitle>
      <p className="mt-3 text-muted">
        This makes your account. If you did not ask for one, just close this page.
      </p>
      <LinkButton
        action="/register/confirm/submit"
        token={token}
        next={next}
        label="Make my account"
        problem={returned?.refusal.message}
      />
    </>
  );
}
