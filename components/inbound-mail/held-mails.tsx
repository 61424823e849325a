import Mail from "lucide-react/icons/mail";

const waiting = (count: number): string => (count === 1 ? "1 mail waits" : `${count} mails wait`);

/** That mails wait for the reader to let them in; nothing for none. */
export function HeldMails({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      title={waiting(count)}
      className="inline-flex shrink-0 items-center gap-1 rounded-full bg-warning-soft px-1.5 text-xs font-semibold text-warning"
    >
      <Mail className="size-3" aria-hidden />
      <span aria-hidden>{count}</span>
      <span className="sr-only"> {waiting(count)}</span>
    </span>
  );
}
