import type { Metadata } from "next";
import { returnedForm } from "@/app/(auth)/form-handler";
import { type LinkProps, visitOf, withNext } from "@/app/(auth)/visit";
import { AccountTitle } from "@/components/account/account-frame";
import { LinkOver } from "@/components/account/mailed-link";
import { NewPasswordForm } from "@/components/account/new-password-form";
import { isOpen } from "@/lib/identity/auth/service";

export const metadata: Metadata = { title: "Set a new password" };

export default async function ResetPasswordPage(props: LinkProps) {
  const { token, next } = await visitOf(props);
  if (!(await isOpen("reset", token)))
    return <LinkOver again={withNext("/forgot-password", next)} label="Ask for a new link" />;
  const returned = await returnedForm(`/reset-password/${token}`);
  return (
    <>
      <AccountTitle>Set a new password</AccountTitle>
      <p className="mt-3 mb-6 text-muted">This signs you out everywhere else.</p>
      <NewPasswordForm token={token} next={next} refusal={returned?.refusal} />
    </>
  );
}
