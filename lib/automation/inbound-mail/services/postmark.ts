import { config } from "@/lib/platform/config";
import { isSameSecret } from "@/lib/platform/crypto/secrets";
import { getDomain, listHeaderValues, stripComments } from "../mail-headers";
import type { MailService } from "./mail-service";
import { createUntrustedError } from "./secrets";

/** Postmark's inbound webhook, authenticated by the shared secret as the password in its URL. */
export const postmark: MailService = {
  isSetUp: () => config().INBOUND_EMAIL_SECRET !== undefined,
  admit: (getHeader) => {
    const [, encoded = ""] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(getHeader("authorization") ?? "") ?? [];
    const credentials = Buffer.from(encoded, "base64").toString();
    const password = credentials.slice(credentials.indexOf(":") + 1);
    if (!isSameSecret(password, config().INBOUND_EMAIL_SECRET!)) throw createUntrustedError();
  },
  /**
   * Postmark adds its results to the sender's own headers, which may contain forged ones; therefore all results have
   * to agree.
   */
  listVouchedDomains: ({ headers, from }) => {
    const spf = listHeaderValues(headers, "received-spf");
    const envelopes = spf.map((value) => {
      const known = stripComments(value) ?? "";
      const senders = [...known.matchAll(/[\s;]envelope-from=<?([^\s;>]+)/gi)];
      return /^pass\b/i.test(known) && senders.length === 1 ? getDomain(senders[0]![1]!) : "";
    });
    const tests = listHeaderValues(headers, "x-spam-tests").map((value) => value.split(/[\s,]+/));
    // DKIM_VALID_AU is a valid signature of the author's domain.
    const isSigned = tests.length > 0 && tests.every((names) => names.includes("DKIM_VALID_AU"));
    return [
      ...(new Set(envelopes).size === 1 && envelopes[0] ? [envelopes[0]] : []),
      ...(isSigned && from ? [getDomain(from.address)] : []),
    ];
  },
};
