import { z } from "zod";
import { config } from "@/lib/platform/config";
import { isSameSecret } from "@/lib/platform/crypto/secrets";
import { domainOf, type Header, type Incoming, plain, valuesOf } from "../incoming";
import type { MailService } from "./mail-service";
import { malformed, untrusted } from "./secrets";

const text = z.string().nullish();
const person = z.object({ Email: z.string(), Name: text });
/** https://postmarkapp.com/developer/webhooks/inbound-webhook */
const shape = z.object({
  FromFull: person,
  OriginalRecipient: text,
  ToFull: z.array(person).nullish(),
  Subject: text,
  TextBody: text,
  HtmlBody: text,
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).nullish(),
  Attachments: z.array(z.object({ Name: z.string(), Content: z.string(), ContentType: text })).nullish(),
});

/** Postmark's inbound webhook, with the shared secret as the password in its address. */
export const postmark: MailService = {
  isSetUp: () => config().INBOUND_EMAIL_SECRET !== undefined,
  admit: (header) => {
    const [, encoded = ""] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header("authorization") ?? "") ?? [];
    const credentials = Buffer.from(encoded, "base64").toString();
    const password = credentials.slice(credentials.indexOf(":") + 1);
    if (!isSameSecret(password, config().INBOUND_EMAIL_SECRET!)) throw untrusted();
  },
  read: async (body) => {
    let given: z.output<typeof shape>;
    try {
      given = shape.parse(JSON.parse(body.toString()));
    } catch {
      throw malformed();
    }
    const headers = (given.Headers ?? []).map(({ Name, Value }) => ({
      name: Name.toLowerCase(),
      value: Value,
    }));
    const from = given.FromFull;
    const recipients = given.OriginalRecipient
      ? [given.OriginalRecipient]
      : (given.ToFull ?? []).map(({ Email }) => Email);
    const incoming: Incoming = {
      recipients: recipients.map((address) => address.toLowerCase()),
      from: from.Email ? { address: from.Email.toLowerCase(), name: from.Name || null } : null,
      returnPath: valuesOf(headers, "return-path")[0]?.replace(/^<|>$/g, ""),
      subject: given.Subject ?? "",
      text: given.TextBody ?? undefined,
      html: given.HtmlBody ?? undefined,
      headers,
      vouchedFor: [],
      attachments: (given.Attachments ?? []).map(({ Name, Content, ContentType }) => ({
        fileName: Name,
        type: ContentType ?? "",
        bytes: Buffer.from(Content, "base64"),
      })),
    };
    return { ...incoming, vouchedFor: vouchedFor(incoming) };
  },
};

/** Postmark's checks stand among the sender's own headers: where these claim one too, all have to agree. */
function vouchedFor({ headers, from }: Pick<Incoming, "from"> & { headers: Header[] }): string[] {
  const spf = valuesOf(headers, "received-spf");
  const envelopes = spf.map((value) => {
    const known = plain(value) ?? "";
    const senders = [...known.matchAll(/[\s;]envelope-from=<?([^\s;>]+)/gi)];
    return /^pass\b/i.test(known) && senders.length === 1 ? domainOf(senders[0]![1]!) : "";
  });
  const tests = valuesOf(headers, "x-spam-tests").map((value) => value.split(/[\s,]+/));
  // DKIM_VALID_AU: a valid signature of the domain that the mail is from.
  const isSigned = tests.length > 0 && tests.every((names) => names.includes("DKIM_VALID_AU"));
  return [
    ...(new Set(envelopes).size === 1 && envelopes[0] ? [envelopes[0]] : []),
    ...(isSigned && from ? [domainOf(from.address)] : []),
  ];
}
