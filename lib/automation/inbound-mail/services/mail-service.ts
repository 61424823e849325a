import type { Incoming } from "../incoming";

/** What the request of a service says beside its body, by lower-case name. */
export type HeaderOf = (name: string) => string | undefined;

/** A service that brings mails by a webhook. */
export type MailService = {
  isSetUp: () => boolean;
  /** What can be told before the body is read. @throws AppError unauthorized */
  admit: (header: HeaderOf) => void;
  /** @throws AppError unauthorized, bad_request */
  read: (body: Buffer, type: string, header: HeaderOf) => Promise<Incoming>;
};
