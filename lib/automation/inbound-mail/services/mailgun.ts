import { addressParser } from "postal-mime";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { isSameSecret } from "@/lib/platform/crypto/secrets";
import { readForm } from "@/lib/platform/form";
import { domainOf, type Header, valuesOf } from "../incoming";
import type { MailService } from "./mail-service";
import { hmac, malformed, untrusted } from "./secrets";

/** A signed form is accepted for so long, in seconds. */
const FRESH = 15 * 60;

/**
 * What a route of Mailgun forwards: a form with the parts of a mail
 * (https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store/).
 */
export const mailgun: MailService = {
  isSetUp: () => config().INBOUND_EMAIL_MAILGUN_KEY !== undefined,
  admit: () => {},
  read: async (body, type) => {
    const form = await formIn(body, type).catch(() => undefined);
    if (!form) throw malformed();
    const field = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : undefined;
    };
    checkSignature(field);
    const headers = headersIn(field("message-headers"));
    const senders = addressParser(field("from") ?? "", { flatten: true });
    const [from] = senders;
    const isOne = senders.length === 1 && valuesOf(headers, "from").length <= 1;
    const sender = field("sender") ?? "";
    return {
      recipients: (field("recipient") ?? "").split(",").map((address) => address.trim().toLowerCase()),
      from: isOne && from?.address ? { address: from.address.toLowerCase(), name: from.name || null } : null,
      returnPath: valuesOf(headers, "return-path")[0]?.replace(/^<|>$/g, "") ?? sender,
      subject: field("subject") ?? "",
      text: field("body-plain"),
      html: field("body-html"),
      headers,
      vouchedFor: vouchedFor(headers, sender),
      attachments: await Promise.all(
        [...form.values()]
          .filter((value) => typeof value !== "string")
          .map(async (file) => ({
            fileName: file.name,
            type: file.type,
            bytes: new Uint8Array(await file.arrayBuffer()),
          })),
      ),
    };
  },
};

async function formIn(body: Buffer, type: string): Promise<FormData> {
  if (type.startsWith("multipart/"))
    return new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const form = new FormData();
  for (const [name, value] of Object.entries(readForm(body.toString("utf8")))) form.set(name, value);
  return form;
}

function checkSignature(field: (name: string) => string | undefined): void {
  const [timestamp = "", token = "", signature = ""] = ["timestamp", "token", "signature"].map(field);
  const age = Math.abs(clock.now() / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age > FRESH) throw untrusted();
  if (!isSameSecret(signature, hmac(config().INBOUND_EMAIL_MAILGUN_KEY!, timestamp + token)))
    throw untrusted();
}

function headersIn(json: string | undefined): Header[] {
  try {
    const pairs = JSON.parse(json ?? "[]") as unknown[];
    return pairs.flatMap((pair) =>
      Array.isArray(pair) && pair.length === 2
        ? [{ name: String(pair[0]).toLowerCase(), value: String(pair[1]) }]
        : [],
    );
  } catch {
    throw malformed();
  }
}

/**
 * Mailgun notes its checks among the sender's own headers: where these claim a
 * check too, all have to agree. A signature may be anybody's, so that all of
 * them count only together.
 */
function vouchedFor(headers: Header[], sender: string): string[] {
  const passes = (name: string) => {
    const verdicts = valuesOf(headers, name);
    return verdicts.length > 0 && verdicts.every((verdict) => verdict.toLowerCase() === "pass");
  };
  const signers = valuesOf(headers, "dkim-signature").map(
    (value) => /(?:^|;)\s*d\s*=\s*([^\s;]+)/.exec(value)?.[1]?.toLowerCase() ?? "",
  );
  const isOfOne = new Set(signers).size === 1;
  return [
    ...(passes("x-mailgun-spf") && sender ? [domainOf(sender)] : []),
    ...(passes("x-mailgun-dkim-check-result") && isOfOne ? signers : []),
  ];
}
