import { text } from "node:stream/consumers";
import { AppError } from "@/lib/platform/errors";
import { type Intake, IntakeError, type IntakeProgram, withIntake } from "@/lib/platform/intake/service";
import { openUpload, type StoredFile } from "@/lib/platform/storage/service";
import type { Form } from "./intake/read-mail.mjs";
import { type Incoming, listHeaderValues, type ReadMail } from "./mail-headers";
import type { FormSignature, MailService } from "./services/mail-service";

// Reads a stored mail in two steps, each in an intake process: first its recipients, then its content.

/** Mail servers commonly accept 25 MB, which base64 inflates to 35 MB. */
export const MAX_MAIL_BYTES = 40 * 1024 * 1024;
// The limits allow several times the 0.7 s and 250 MB that a mail of 25 MB takes.
const PROGRAM: IntakeProgram = {
  path: "lib/automation/inbound-mail/intake/read-mail.mjs",
  lane: "parsing",
  limits: { cpuSeconds: 5, memoryMb: 768, inputMb: 41, outputMb: 60 },
};

/** `type` is the Content-Type of the request. */
export type StoredMail = { file: StoredFile; service: Form["service"]; type: string };
export type Envelope = { recipients: string[]; signature?: FormSignature };

/**
 * @param owner the address of the delivering server, because the recipient is not known yet
 * @throws AppError bad_request
 */
export const readEnvelope = (mail: StoredMail, owner: string): Promise<Envelope> =>
  withMail(mail, owner, (intake, form) => intake.call<Envelope>("readEnvelope", form));

export const withIncoming = <T>(
  mail: StoredMail,
  owner: string,
  { listVouchedDomains }: MailService,
  use: (incoming: Incoming) => Promise<T>,
): Promise<T> =>
  withMail(mail, owner, async (intake, form) => {
    const read = await intake.call<ReadMail>("readMail", form);
    const returnPath = listHeaderValues(read.headers, "return-path")[0]?.replace(/^<|>$/g, "");
    return use({
      ...read,
      returnPath: returnPath ?? read.sender ?? undefined,
      said: await text(await intake.read("said")),
      rest: await text(await intake.read("rest")),
      vouchedFor: listVouchedDomains(read),
      openAttachment: (output) => intake.read(output),
    });
  });

async function withMail<T>(
  { file, service, type }: StoredMail,
  owner: string,
  use: (intake: Intake, form: Form) => Promise<T>,
): Promise<T> {
  try {
    return await withIntake(PROGRAM, owner, {}, async (intake) => {
      await intake.put(openUpload(file));
      return use(intake, { service, type });
    });
  } catch (error) {
    if (!(error instanceof IntakeError)) throw error;
    throw new AppError("bad_request", `This mail can't be read. ${error.message}`);
  }
}
