import type { Message } from "@/components/data/thread";

type MailOf = Partial<Record<"subject" | "from" | "from_name" | "rest", string>>;

/** Parses the mail details of a message. `extra` is untrusted, so each value is checked. */
export function parseMail({ extra }: Message): MailOf | undefined {
  const mail = extra?.mail;
  if (typeof mail !== "object" || mail === null) return undefined;
  return Object.fromEntries(Object.entries(mail).filter(([, value]) => typeof value === "string"));
}

/**
 * Returns the name of a guest; undefined for other authors.
 * @param unknown Name for guests whose name and address are unknown
 */
export function findGuestName(message: Message, unknown: string): string | undefined {
  if (message.user_type !== "guest") return undefined;
  const mail = parseMail(message);
  return mail?.from_name ?? mail?.from ?? unknown;
}
