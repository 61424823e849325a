import type { Hmac } from "node:crypto";
import type { ReadMail } from "../incoming";

/** A header of the request by its lower-case name. */
export type GetHeader = (name: string) => string | undefined;

/** The signature among the fields of a form. */
export type FormSignature = { timestamp: string; token: string; signature: string };

/** A service that brings mails by a webhook. */
export type MailService = {
  isSetUp: () => boolean;
  /** Checks what is known before the body is read. @throws AppError unauthorized */
  admit: (getHeader: GetHeader) => void;
  /** Signs the body as it arrives. */
  createSignature?: () => Hmac;
  /** @throws AppError unauthorized */
  verifyBody?: (signature: string, getHeader: GetHeader) => void;
  /** @throws AppError unauthorized */
  verifyForm?: (signature: FormSignature | undefined) => void;
  /** The domains that the service vouches for: by the envelope (SPF) or a signature (DKIM), or the sender's by DMARC. */
  listVouchedDomains: (mail: ReadMail) => string[];
};
