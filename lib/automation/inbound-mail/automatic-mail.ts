import { isOwnMailId } from "@/lib/platform/mail/ids";
import { type Incoming, listHeaderValues, mailIdsIn } from "./mail-headers";

/**
 * Returns the reason why a mail was not written by a person, or undefined. Automatic mail is never answered, which
 * prevents mail loops.
 */
export function findAutomaticReason({ headers, returnPath, from }: Incoming): string | undefined {
  const has = (name: string, pattern: RegExp) =>
    listHeaderValues(headers, name).some((value) => pattern.test(value));
  if (listHeaderValues(headers, "message-id").flatMap(mailIdsIn).some(isOwnMailId)) return "Parley sent it.";
  if (returnPath === "" || has("content-type", /^multipart\/report\b/i))
    return "It's a delivery notification.";
  if (/^(mailer-daemon|postmaster|no-?reply)@/.test(from?.address ?? "")) return "It was sent automatically.";
  // RFC 3834: any value but "no" means automatic.
  if (listHeaderValues(headers, "auto-submitted").some((value) => !/^no\b/i.test(value)))
    return "It is an automatic reply.";
  if (has("precedence", /^(bulk|junk|list|auto_reply)/i)) return "It's a bulk e-mail.";
  if (listHeaderValues(headers, "list-id").length > 0) return "It is from a mailing list.";
  if (has("x-auto-response-suppress", /\b(all|oof|autoreply)\b/i)) return "It is an automatic reply.";
  if (
    listHeaderValues(headers, "x-autoreply").length > 0 ||
    listHeaderValues(headers, "x-autorespond").length > 0
  )
    return "It is an automatic reply.";
  return undefined;
}
