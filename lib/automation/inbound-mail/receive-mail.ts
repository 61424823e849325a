import { Readable } from "node:stream";
import type { UnreadBody } from "@/lib/api/contract";
import { listAddressedChats } from "@/lib/chat/chats/service";
import { config } from "@/lib/platform/config";
import { notFound } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { discardFiles, storeFile } from "@/lib/platform/storage/service";
import { meters } from "@/lib/platform/telemetry/meters";
import { runWithinLimit } from "./concurrency";
import { deliver, isFlooded, type MailChat, type MailState } from "./delivery";
import * as queries from "./queries";
import { MAX_MAIL_BYTES, readEnvelope, type StoredMail, withIncoming } from "./read-mail";
import type { GetHeader, MailService } from "./services/mail-service";
import { mailgun } from "./services/mailgun";
import { postmark } from "./services/postmark";
import { raw } from "./services/raw";

const services: Record<StoredMail["service"], MailService> = { raw, mailgun, postmark };
// Milliseconds; bounds how long a slow sender occupies a slot.
const MAX_UPLOAD_MS = 60_000;
const MAX_CHATS = 5;

type Sender = { address: string; header: GetHeader };

/**
 * Receives a mail from a service's webhook and delivers it to each addressed chat. Checks the secret or signature,
 * the recipients and their limits before parsing the mail.
 * @throws AppError not_found for a service that is not configured; unauthorized, bad_request, too_large, unavailable
 */
export async function receive(name: StoredMail["service"], body: UnreadBody, sender: Sender) {
  const service = services[name];
  if (config().INBOUND_EMAIL_DOMAIN === undefined || !service.isSetUp()) throw notFound("This mail service");
  service.admit(sender.header);
  // Only Postmark's requests are authenticated before the body is read.
  const stranger = name === "postmark" ? undefined : sender.address;
  return runWithinLimit(name, stranger, async () => {
    const file = await storeBody(service, body, sender.header);
    try {
      return await receiveStored(service, { file, service: name, type: body.type }, sender.address);
    } finally {
      await discardFiles([file]);
    }
  });
}

async function storeBody(service: MailService, body: UnreadBody, getHeader: GetHeader) {
  const signature = service.createSignature?.();
  async function* chunks() {
    for await (const chunk of body.chunks(MAX_MAIL_BYTES, MAX_UPLOAD_MS)) {
      signature?.update(chunk);
      yield chunk;
    }
  }
  const file = await storeFile(Readable.from(chunks()));
  try {
    if (signature) service.verifyBody?.(signature.digest("hex"), getHeader);
    return file;
  } catch (error) {
    await discardFiles([file]);
    throw error;
  }
}

async function receiveStored(service: MailService, mail: StoredMail, address: string) {
  const { recipients, signature } = await readEnvelope(mail, `mail ${address}`);
  service.verifyForm?.(signature);
  const states: MailState[] = [];
  const uuids = listAddressedChats(recipients).slice(0, MAX_CHATS);
  for (const chat of await queries.listChatsWithMail({ uuids }))
    states.push(await receiveIn(chat, service, mail));
  for (const outcome of states.length > 0 ? states : ["unknown_chat"])
    meters.inboundMails.add(1, mail.service, outcome);
  if (states.length === 0)
    // Does not log the sender or the content of unsolicited mail.
    log.warn(
      { service: mail.service, to: recipients.slice(0, MAX_CHATS) },
      "a mail was addressed to no chat that accepts mail",
    );
  return { success: true as const, states };
}

async function receiveIn(chat: MailChat, service: MailService, mail: StoredMail): Promise<MailState> {
  if (await isFlooded(chat)) return "ignored";
  return withIncoming(mail, String(chat.groupId), service, (incoming) => deliver(chat, incoming));
}
