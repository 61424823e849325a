import { config } from "@/lib/platform/config";
import { isSameSecret } from "@/lib/platform/crypto/secrets";
import { vouchedBy } from "../incoming";
import type { MailService } from "./mail-service";
import { signWith, untrusted } from "./secrets";

/** Raw mail from the operator's own mail server, signed with the shared secret. */
export const raw: MailService = {
  isSetUp: () => config().INBOUND_EMAIL_SECRET !== undefined,
  admit: (getHeader) => {
    if (!/^sha256=[0-9a-f]{64}$/.test(getHeader("x-signature") ?? "")) throw untrusted();
  },
  createSignature: () => signWith(config().INBOUND_EMAIL_SECRET!),
  verifyBody: (signature, getHeader) => {
    if (!isSameSecret(getHeader("x-signature")!, `sha256=${signature}`)) throw untrusted();
  },
  listVouchedDomains: ({ headers }) => {
    const { INBOUND_EMAIL_AUTHSERV_ID } = config();
    return INBOUND_EMAIL_AUTHSERV_ID ? vouchedBy(INBOUND_EMAIL_AUTHSERV_ID, headers) : [];
  },
};
