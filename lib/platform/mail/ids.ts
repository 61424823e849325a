import { config } from "@/lib/platform/config";

/** The `Message-ID` of a mail of ours: at the domain that it is from, so that others' filters find nothing odd about it. */
export const mailIdOf = (id: string): string => `<parley.${id}@${domain()}>`;

/** Whether a `Message-ID` is of a mail of ours, from whichever domain. */
export const isOwnMailId = (mailId: string): boolean =>
  /^<parley\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}@[^<>]+>$/i.test(mailId);

function domain(): string {
  const { MAIL_FROM, INBOUND_EMAIL_DOMAIN, appUrl } = config();
  const [, sender = "localhost"] = /@([\w.-]+)>?\s*$/.exec(MAIL_FROM) ?? [];
  return sender === "localhost" ? (INBOUND_EMAIL_DOMAIN ?? new URL(appUrl).hostname) : sender.toLowerCase();
}
