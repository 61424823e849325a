import PostalMime, { type Address } from "postal-mime";
import { config } from "@/lib/platform/config";
import { isSameSecret } from "@/lib/platform/crypto/secrets";
import { type Incoming, valuesOf, vouchedBy } from "../incoming";
import type { MailService } from "./mail-service";
import { hmac, malformed, untrusted } from "./secrets";

/** A mail as it is, from one's own mail server; signed with the shared secret. */
export const raw: MailService = {
  isSetUp: () => config().INBOUND_EMAIL_SECRET !== undefined,
  admit: (header) => {
    if (!/^sha256=[0-9a-f]{64}$/.test(header("x-signature") ?? "")) throw untrusted();
  },
  read: async (body, _type, header) => {
    const { INBOUND_EMAIL_SECRET, INBOUND_EMAIL_AUTHSERV_ID } = config();
    if (!isSameSecret(header("x-signature")!, `sha256=${hmac(INBOUND_EMAIL_SECRET!, body)}`))
      throw untrusted();
    const mail = await parsed(body);
    return {
      ...mail,
      vouchedFor: INBOUND_EMAIL_AUTHSERV_ID ? vouchedBy(INBOUND_EMAIL_AUTHSERV_ID, mail.headers) : [],
    };
  },
};

const addresses = (list: Address[] = []): string[] =>
  list.flatMap(({ address, group }) => address ?? group?.map((one) => one.address) ?? []);

async function parsed(body: Buffer): Promise<Incoming> {
  const mail = await PostalMime.parse(body, {
    maxNestingDepth: 32,
    attachmentEncoding: "arraybuffer",
    // A mail that is attached to another is a file like any other, not words of whoever attached it.
    forceRfc822Attachments: true,
  }).catch(() => undefined);
  if (!mail) throw malformed();
  const headers = mail.headers.map(({ key, value }) => ({ name: key.toLowerCase(), value }));
  const from = valuesOf(headers, "from").length === 1 && mail.from?.address ? mail.from : null;
  const delivered = ["x-original-to", "delivered-to", "envelope-to"].flatMap((name) =>
    valuesOf(headers, name),
  );
  const named = delivered.length > 0 ? delivered : [...addresses(mail.to), ...addresses(mail.cc)];
  return {
    recipients: named.map((address) => address.replace(/^<|>$/g, "").toLowerCase()),
    from: from && { address: from.address!.toLowerCase(), name: from.name || null },
    returnPath: valuesOf(headers, "return-path")[0]?.replace(/^<|>$/g, ""),
    subject: mail.subject ?? "",
    text: mail.text,
    html: mail.html,
    headers,
    vouchedFor: [],
    attachments: mail.attachments
      .filter(({ related, disposition }) => !related || disposition === "attachment")
      .map(({ filename, mimeType, content }) => ({
        fileName: filename ?? "",
        type: mimeType,
        bytes: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content),
      })),
  };
}
