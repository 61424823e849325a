import { Button, buttonClass } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { Link } from "@/components/ui/link";
import { AccountTitle } from "./account-frame";

/** What a page says after a link was asked for: the same whether or not a mail goes out. */
export function LinkSent({ children, again }: { children: string; again: string }) {
  return (
    <>
      <AccountTitle>Look into your mailbox</AccountTitle>
      <p role="status" className="mt-3 text-muted">
        {children}
      </p>
      <p className="mt-6 text-sm text-muted">
        Nothing there after some minutes, not even among the spam?{" "}
        <Link href={again} className="text-accent underline underline-offset-2">
          Ask again
        </Link>
      </p>
    </>
  );
}

type ButtonProps = { action: string; token: string; next: string; label: string; problem?: string };

/** What a mailed link does is a button: programs that look for viruses open links. */
export function LinkButton({ action, token, next, label, problem }: ButtonProps) {
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

/** A link that was used, replaced or too old. */
export function LinkOver({ again, label }: { again: string; label: string }) {
  return (
    <>
      <AccountTitle>This link no longer works</AccountTitle>
      <p className="mt-3 text-muted">It was used already, was replaced by a newer one or has expired.</p>
      <Link href={again} className={`mt-6 w-full ${buttonClass({ variant: "primary" })}`}>
        {label}
      </Link>
    </>
  );
}
