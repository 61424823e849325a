import type { Hmac } from "node:crypto";
import type { ReadMail } from "../mail-headers";

export type GetHeader = (name: string) => string | undefined;

export type FormSignature = { timestamp: string; token: string; signature: string };

export type MailService = {
  isSetUp: () => boolean;
  /**
   * Checks the request's headers before its body is read.
   * @throws AppError unauthorized
   */
  admit: (getHeader: GetHeader) => void;
  createSignature?: () => Hmac;
  verifyBody?: (signature: string, getHeader: GetHeader) => void;
  verifyForm?: (signature: FormSignature | undefined) => void;
  /** Returns authenticated domains: of the envelope (SPF), of a signature (DKIM), or of the author (DMARC). */
  listVouchedDomains: (mail: ReadMail) => string[];
};
