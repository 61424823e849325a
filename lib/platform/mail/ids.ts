import { config } from "@/lib/platform/config";

/** Returns a `Message-ID` at the sender's domain; spam filters distrust others. */
export const toMailId = (id: string): string => `<parley.${id}@${domain()}>`;

export const isOwnMailId = (mailId: string): boolean =>
  /^<parley\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}@[^<>]+>$/i.test(mailId);

function domain(): string {
  const { MAIL_FROM, INBOUND_EMAIL_DOMAIN, appUrl } = config();
  const [, sender = "localhost"] = /@([\w.-]+)>?\s*$/.exec(MAIL_FROM) ?? [];
  return sender === "localhost" ? (INBOUND_EMAIL_DOMAIN ?? new URL(appUrl).hostname) : sender.toLowerCase();
}
