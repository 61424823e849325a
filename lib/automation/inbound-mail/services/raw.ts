import { config } from "@/lib/platform/config";
import { isSameSecret } from "@/lib/platform/crypto/secrets";
import { listAuthenticatedDomains } from "../mail-headers";
import type { MailService } from "./mail-service";
import { createUntrustedError, signWith } from "./secrets";

/** Raw mail from the operator's own mail server, signed with the shared secret. */
export const raw: MailService = {
  isSetUp: () => config().INBOUND_EMAIL_SECRET !== undefined,
  admit: (getHeader) => {
    if (!/^sha256=[0-9a-f]{64}$/.test(getHeader("x-signature") ?? "")) throw createUntrustedError();
  },
  createSignature: () => signWith(config().INBOUND_EMAIL_SECRET!),
  verifyBody: (signature, getHeader) => {
    if (!isSameSecret(getHeader("x-signature")!, `sha256=${signature}`)) throw createUntrustedError();
  },
  listVouchedDomains: ({ headers }) => {
    const { INBOUND_EMAIL_AUTHSERV_ID } = config();
    return INBOUND_EMAIL_AUTHSERV_ID ? listAuthenticatedDomains(INBOUND_EMAIL_AUTHSERV_ID, headers) : [];
  },
};
