import type { Call } from "@/lib/api/routes";
import type { Incoming } from "../incoming";

/** A service that brings mails by a webhook. */
export type MailService = {
  isSetUp: () => boolean;
  /** What can be told before the body is read. @throws AppError unauthorized */
  admit: (call: Pick<Call, "header">) => void;
  /** @throws AppError unauthorized, bad_request */
  read: (body: Buffer, type: string, call: Pick<Call, "header">) => Promise<Incoming>;
};
