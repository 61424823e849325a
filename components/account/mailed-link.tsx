import { getTranslations } from "@/components/i18n/server";
import { Button, getButtonClass } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { Link } from "@/components/ui/link";
import { AccountTitle } from "./account-title";

/**
 * Confirms that a link was requested. The text is the same whether or not a mail is sent, so that it doesn't reveal
 * accounts.
 */
export async function LinkSent({ children, again }: { children: string; again: string }) {
  const t = await getTranslations("account");
  return (
    <>
      <AccountTitle>{t("checkInbox")}</AccountTitle>
      <p role="status" className="mt-3 text-muted">
        {children}
      </p>
      <p className="mt-6 text-sm text-muted">
        {t.rich("askAgain", {
          link: (text) => (
            <Link href={again} className="text-accent underline underline-offset-2">
              {text}
            </Link>
          ),
        })}
      </p>
    </>
  );
}

type ButtonProps = { action: string; token: string; next: string; label: string; problem?: string };

/** Requires a click for the action of a mailed link, because mail scanners open links automatically. */
export function MailedTokenForm({ action, token, next, label, problem }: ButtonProps) {
  return (
    <form action={action} method="post" className="mt-6 space-y-4">
      <FormProblem message={problem} />
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="next" value={next} />
      <Button type="submit" variant="primary" className="w-full">
        {label}
      </Button>
    </form>
  );
}

export async function LinkOver({ again, label }: { again: string; label: string }) {
  const t = await getTranslations("account");
  return (
    <>
      <AccountTitle>{t("linkExpired")}</AccountTitle>
      <p className="mt-3 text-muted">{t("linkExpiredHelp")}</p>
      <Link href={again} className={`mt-6 w-full ${getButtonClass({ variant: "primary" })}`}>
        {label}
      </Link>
    </>
  );
}
