import type { Message } from "@/components/data/thread";

type MailOf = Partial<Record<"subject" | "from" | "from_name" | "rest", string>>;

/** What a message that came by mail says of it. `extra` is the sender's, so that anything may stand there. */
export function mailOf({ extra }: Message): MailOf | undefined {
  const mail = extra?.mail;
  if (typeof mail !== "object" || mail === null) return undefined;
  return Object.fromEntries(Object.entries(mail).filter(([, value]) => typeof value === "string"));
}

/** Who wrote a message that no member wrote; undefined for any other. `unknown`: what those without a name are called. */
export function guestName(message: Message, unknown: string): string | undefined {
  if (message.user_type !== "guest") return undefined;
  const mail = mailOf(message);
  return mail?.from_name ?? mail?.from ?? unknown;
}
