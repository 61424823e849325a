import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { isSameSecret } from "@/lib/platform/crypto/secrets";
import { getDomain, listHeaderValues } from "../mail-headers";
import type { MailService } from "./mail-service";
import { createUntrustedError, signWith } from "./secrets";

const MAX_SIGNATURE_AGE_SECONDS = 15 * 60;

/**
 * Mailgun's routes forward mails as forms
 * (https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store/).
 */
export const mailgun: MailService = {
  isSetUp: () => config().INBOUND_EMAIL_MAILGUN_KEY !== undefined,
  admit: () => {},
  verifyForm: (form) => {
    const { timestamp = "", token = "", signature = "" } = form ?? {};
    const age = Math.abs(clock.now() / 1000 - Number(timestamp));
    if (!/^\d{1,12}$/.test(timestamp) || age > MAX_SIGNATURE_AGE_SECONDS) throw createUntrustedError();
    const expected = signWith(config().INBOUND_EMAIL_MAILGUN_KEY!).update(timestamp + token);
    if (!isSameSecret(signature, expected.digest("hex"))) throw createUntrustedError();
  },
  /**
   * Mailgun adds its results to the sender's own headers, which may contain forged ones; therefore all results have
   * to agree. A signature may belong to any domain, so signatures count only if all have the same one.
   */
  listVouchedDomains: ({ headers, sender }) => {
    const passes = (name: string) => {
      const verdicts = listHeaderValues(headers, name);
      return verdicts.length > 0 && verdicts.every((verdict) => verdict.toLowerCase() === "pass");
    };
    const signers = listHeaderValues(headers, "dkim-signature").map(
      (value) => /(?:^|;)\s*d\s*=\s*([^\s;]+)/.exec(value)?.[1]?.toLowerCase() ?? "",
    );
    const isOfOne = new Set(signers).size === 1;
    return [
      ...(passes("x-mailgun-spf") && sender ? [getDomain(sender)] : []),
      ...(passes("x-mailgun-dkim-check-result") && isOfOne ? signers : []),
    ];
  },
};
