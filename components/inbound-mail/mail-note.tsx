import type { Message } from "@/components/data/thread";
import { mailOf } from "./mail-of";

/** Under a message that came by mail: from whom, and folded what hung below it. */
export function MailNote({ message }: { message: Message }) {
  const mail = mailOf(message);
  if (!mail) return null;
  return (
    <div className="mt-2 text-sm text-muted">
      <p className="wrap-anywhere">
        By mail{mail.from && ` from ${mail.from}`}
        {mail.subject && `: ${mail.subject}`}
      </p>
      {mail.rest && (
        <details>
          <summary className="cursor-pointer">What was quoted</summary>
          <p className="mt-1 max-h-80 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{mail.rest}</p>
        </details>
      )}
    </div>
  );
}
