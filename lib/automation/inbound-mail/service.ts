import { createHash } from "node:crypto";
import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Options, Viewer } from "@/lib/api/actor";
import type { UnreadBody } from "@/lib/api/contract";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { chatsAddressed } from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import { keepFile, nameFiles, release } from "@/lib/chat/files/service";
import * as push from "@/lib/chat/push/service";
import { type CheckedFile, storeUploads } from "@/lib/knowledge/documents/service";
import { config } from "@/lib/platform/config";
import { conflict, notFound } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { Page } from "@/lib/platform/page";
import { deleteFile, openFile, storeFile } from "@/lib/platform/storage/service";
import { meters } from "@/lib/platform/telemetry/meters";
import { automatic } from "./automatic";
import type { inboundMailApi } from "./contract";
import { takeFiles } from "./files";
import { type Incoming, isAuthentic, mailIdsIn, valuesOf } from "./incoming";
import { inPlace } from "./places";
import { post } from "./posting";
import * as present from "./present";
import * as queries from "./queries";
import type { HeaderOf } from "./services/mail-service";
import { mailgun } from "./services/mailgun";
import { postmark } from "./services/postmark";
import { raw } from "./services/raw";
import { wordsOf } from "./words";

export { answer } from "./posting";

const services = { raw, mailgun, postmark };
/** Mail servers take 25 MB, which travel as 35. */
const LARGEST_MAIL = 40 * 1024 * 1024;
/** A mail has to be there within this, so that nobody holds a place by sending slowly. In ms. */
const READ_WITHIN = 60_000;
/** A chat takes so many mails an hour, whoever sends them, and holds so many. */
const MOST_PER_CHAT = 200;
const MOST_HELD = 100;
const MOST_CHATS = 5;
const MOST_REFERENCES = 20;

type State = queries.MailRow["state"];
type Chat = Awaited<ReturnType<typeof queries.chatsWithMail>>[number];

/** Who hands a mail over: their address, and what their request says beside its body. */
type Sender = { address: string; header: HeaderOf };

/**
 * Takes a mail from a service's webhook to each chat that it is addressed to.
 * @throws AppError not_found for a service that is not set up; unauthorized, bad_request, too_large, unavailable
 */
export async function receive(name: keyof typeof services, body: UnreadBody, sender: Sender) {
  const service = services[name];
  if (config().INBOUND_EMAIL_DOMAIN === undefined || !service.isSetUp()) throw notFound("This mail service");
  service.admit(sender.header);
  // Only Postmark's secret is known before the body is read.
  const stranger = name === "postmark" ? undefined : sender.address;
  return inPlace(name, stranger, async () => {
    const bytes = await body.read(LARGEST_MAIL, READ_WITHIN);
    const incoming = await service.read(bytes, body.type, sender.header);
    const states = await deliver(incoming);
    for (const outcome of states.length > 0 ? states : ["unknown_chat"])
      meters.inboundMails.add(1, name, outcome);
    if (states.length === 0)
      // Not from whom it is, nor what it says: nobody here has asked for it.
      log.warn(
        { service: name, to: incoming.recipients.slice(0, MOST_CHATS) },
        "a mail was addressed to no chat that accepts mail",
      );
    return { success: true as const, states };
  });
}

async function deliver(incoming: Incoming): Promise<State[]> {
  const uuids = chatsAddressed(incoming.recipients).slice(0, MOST_CHATS);
  const states: State[] = [];
  for (const chat of await queries.chatsWithMail({ uuids })) states.push(await take(chat, incoming));
  return states;
}

/** What becomes of a mail in one chat. */
async function take(chat: Chat, incoming: Incoming): Promise<State> {
  const { from } = incoming;
  const known = headOf(chat, incoming);
  const isMachine = automatic(incoming);
  const member = from && (await queries.memberByAddress({ chatId: chat.id, address: from.address }));
  const userId = member?.userId;
  const isTheirs = userId !== undefined && isAuthentic(incoming);
  const words = wordsOf(incoming);
  const { files, refused } = isMachine ? { files: [], refused: [] } : await takeFiles(incoming.attachments);
  const text = [
    words.said || line(incoming.subject, 500) || (files.length > 0 ? "(no text)" : ""),
    ...refused,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
  try {
    if (isMachine === undefined && text !== "") for (const file of files) await keepFile(file);
    const state = await transaction(async (): Promise<State> => {
      await chats.lock(chat.id);
      const counts = await queries.countsOf({ chatId: chat.id, address: known.fromAddress });
      // Nothing is kept of a flood, so that it fills nothing.
      if (counts.all >= MOST_PER_CHAT) return "ignored";
      const ignore = async (reason: string): Promise<State> => {
        await queries.insertMail({ ...known, text: "", state: "ignored", reason });
        return "ignored";
      };
      if (isMachine) return ignore(isMachine);
      if (text === "") return ignore("It says nothing.");
      if (counts.sender >= config().RATE_LIMIT_INBOUND_EMAILS)
        return ignore("Its sender sent too many mails within an hour.");
      if (!isTheirs) {
        if (counts.held >= MOST_HELD) return ignore("Too many mails are waiting for approval.");
        const reason =
          userId === undefined ? "Its sender is not in this chat." : "Its sender could not be verified.";
        const row = await queries.insertMail({
          ...known,
          text: heldText(text, words.rest),
          state: "held",
          reason,
          files: stored(files),
        });
        if (!row) return "ignored";
        nameFiles(files);
        await tellDeciders(chat.id, { kind: "mail.held", data: { mail_id: row.id } });
        await push.announceHeld(row.id);
        return "held";
      }
      const row = await queries.insertMail({ ...known, text: "", state: "accepted" });
      if (!row) return "ignored";
      await post(row, chat, userId, { text, rest: words.rest, files });
      return "accepted";
    });
    events.notifyReaders();
    log.info({ chat: chat.id, state }, "a mail was delivered to a chat");
    return state;
  } finally {
    await release(files);
  }
}

/** The owners and admins of a chat hear what waits for them, or does not any more. */
async function tellDeciders(chatId: number, happening: events.ChatEvent): Promise<void> {
  const userIds = await queries.decidersOf({ chatId });
  await events.publish(...userIds.map((userId) => ({ chatId, userId, ...happening })));
}
const DECIDED: events.ChatEvent = { kind: "chat.updated", data: { fields: ["held_mails_count"] } };

/** What is noted of every mail. Without a Message-ID its content stands for one. */
function headOf(chat: Chat, { headers, from, subject, text, html }: Incoming) {
  const [own] = valuesOf(headers, "message-id").flatMap(mailIdsIn);
  const content = JSON.stringify([from, subject, text, html, valuesOf(headers, "date")]);
  return {
    groupId: chat.groupId,
    chatId: chat.id,
    fromAddress: line(from?.address ?? "unknown", 320),
    fromName: from?.name ? line(from.name, 200) : null,
    subject: line(subject, 500),
    mailId: own ?? createHash("sha256").update(content).digest("hex"),
    references: valuesOf(headers, "references").flatMap(mailIdsIn).slice(-MOST_REFERENCES),
  };
}

/** Text of a header as one line. */
const line = (text: string, most: number) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, most)
    .toWellFormed();

/** The two parts of a held mail's words, as one text. */
const SEAM = "\n\u001e\n";
const heldText = (said: string, rest: string) => (rest ? said + SEAM + rest : said);

const stored = (files: CheckedFile[]): queries.StoredMailFile[] =>
  files.map(({ key, fileName, mimeType, size, sha256 }) => ({
    storage_key: key,
    file_name: fileName,
    mime_type: mimeType,
    size,
    sha256,
  }));
const forget = (files: queries.StoredMailFile[]) =>
  Promise.all(files.map(({ storage_key }) => deleteFile(storage_key)));

type ListQuery = z.output<typeof inboundMailApi.listInboundMails.query & z.ZodObject>;
type Shown = ReturnType<typeof present.mail>;

/** @throws AppError not_found, forbidden */
export async function list(viewer: Viewer, reference: Reference, query: ListQuery): Promise<Page<Shown>> {
  const { chat } = await chats.manageableChatFor(viewer, reference);
  const which = { chatId: chat.id, state: query.state };
  const window = { limit: query.page_size, offset: (query.page - 1) * query.page_size };
  const [rows, total] = await Promise.all([
    queries.listMails({ ...which, ...window }),
    queries.countMails(which),
  ]);
  return { items: rows.map(shown), total };
}

const shown = (row: queries.MailRow): Shown => present.mail({ ...row, text: row.text.split(SEAM)[0]! });

/** Makes a held mail a guest's message, which is replied to. @throws AppError not_found, forbidden, conflict */
export async function approve(viewer: Viewer, reference: Reference, id: number, options: Options) {
  const { chat } = await chats.manageableChatFor(viewer, reference);
  const { files: held } = await heldMail(chat.id, id);
  // Copies, before the transaction: a message keeps its files in its own way.
  const files = await Promise.all(
    held.map(async ({ storage_key, file_name, mime_type }) => {
      const copy = await storeFile(await openFile(storage_key));
      return { ...copy, fileName: file_name, claimedType: mime_type };
    }),
  );
  try {
    const checked = await storeUploads(files);
    const row = await transaction(async () => {
      await chats.lock(chat.id);
      const mail = await heldMail(chat.id, id);
      const [text = "", rest = ""] = mail.text.split(SEAM);
      await queries.updateMail({ id, values: { decidedBy: viewer.user.id, decidedAt: new Date() } });
      await tellDeciders(chat.id, DECIDED);
      return post(mail, chat, undefined, { text, rest, files: checked }, options);
    });
    events.notifyReaders();
    await forget(held);
    return shown(row);
  } finally {
    await release(files);
  }
}

/** @throws AppError not_found, forbidden, conflict */
export async function refuse(viewer: Viewer, reference: Reference, id: number) {
  const { chat } = await chats.manageableChatFor(viewer, reference);
  const { files } = await transaction(async () => {
    const mail = await heldMail(chat.id, id);
    const decided = { decidedBy: viewer.user.id, decidedAt: new Date() };
    await queries.updateMail({ id, values: { state: "refused", text: "", files: [], ...decided } });
    await tellDeciders(chat.id, DECIDED);
    return mail;
  });
  await forget(files);
  return { success: true as const, message: "The mail was refused. Its sender isn't notified." };
}

async function heldMail(chatId: number, id: number): Promise<queries.MailRow> {
  const mail = await queries.lockMail({ chatId, id });
  if (!mail) throw notFound("Mail");
  if (mail.state !== "held") throw conflict("This mail was already decided.");
  return mail;
}

/** Forgets old mails and their files. */
export async function sweep(): Promise<void> {
  for (const key of await queries.deleteOld()) await deleteFile(key);
}
