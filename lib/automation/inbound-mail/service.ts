import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { CallOptions, Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { deleteFiles, release, uncountFiles } from "@/lib/chat/files/service";
import { storeUploads } from "@/lib/knowledge/documents/service";
import { conflict, notFound } from "@/lib/platform/errors";
import type { Paginated } from "@/lib/platform/pagination";
import { openFile, storeFile } from "@/lib/platform/storage/service";
import type { inboundMailApi } from "./contract";
import { HELD_MAILS_CHANGED, HELD_TEXT_SEPARATOR, publishToDeciders } from "./delivery";
import { post } from "./post-mail";
import * as present from "./present";
import * as queries from "./queries";

export { answer } from "./post-mail";
export { receive } from "./receive-mail";

const toStorageKeys = (files: queries.StoredMailFile[]) => files.map(({ storage_key }) => storage_key);

type MailListQuery = z.output<typeof inboundMailApi.listInboundMails.query & z.ZodObject>;
type InboundMailItem = ReturnType<typeof present.mail>;

export async function list(
  viewer: Viewer,
  reference: Reference,
  query: MailListQuery,
): Promise<Paginated<InboundMailItem>> {
  const { chat } = await chats.getManageableChat(viewer, reference);
  const which = { chatId: chat.id, state: query.state };
  const window = { limit: query.page_size, offset: (query.page - 1) * query.page_size };
  const [rows, total] = await Promise.all([
    queries.listMails({ ...which, ...window }),
    queries.countMails(which),
  ]);
  return { items: rows.map(toMailItem), total };
}

const toMailItem = (row: queries.MailRow): InboundMailItem =>
  present.mail({ ...row, text: row.text.split(HELD_TEXT_SEPARATOR)[0]! });

export async function approve(viewer: Viewer, reference: Reference, id: number, options: CallOptions) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  const { files: held } = await lockHeldMail(chat.id, id);
  // Copied before the transaction, because messages own their files.
  const files = await Promise.all(
    held.map(async ({ storage_key, file_name, mime_type }) => {
      const copy = await storeFile(await openFile(storage_key));
      return { ...copy, fileName: file_name, claimedType: mime_type };
    }),
  );
  try {
    const checked = await storeUploads(viewer.group.id, files);
    const row = await transaction(async () => {
      await chats.lock(chat.id);
      const mail = await lockHeldMail(chat.id, id);
      const [text = "", rest = ""] = mail.text.split(HELD_TEXT_SEPARATOR);
      await queries.updateMail({ id, values: { decidedBy: viewer.user.id, decidedAt: new Date() } });
      await publishToDeciders(chat.id, HELD_MAILS_CHANGED);
      await uncountFiles(toStorageKeys(held));
      return post(mail, chat, undefined, { text, rest, files: checked }, options);
    });
    await deleteFiles(toStorageKeys(held));
    return toMailItem(row);
  } finally {
    await release(files);
  }
}

export async function refuse(viewer: Viewer, reference: Reference, id: number) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  const { files } = await transaction(async () => {
    const mail = await lockHeldMail(chat.id, id);
    const decided = { decidedBy: viewer.user.id, decidedAt: new Date() };
    await queries.updateMail({ id, values: { state: "refused", text: "", files: [], ...decided } });
    await publishToDeciders(chat.id, HELD_MAILS_CHANGED);
    await uncountFiles(toStorageKeys(mail.files));
    return mail;
  });
  await deleteFiles(toStorageKeys(files));
  return { success: true as const, message: "The e-mail was rejected. Its sender isn't notified." };
}

async function lockHeldMail(chatId: number, id: number): Promise<queries.MailRow> {
  const mail = await queries.lockMail({ chatId, id });
  if (!mail) throw notFound("Mail");
  if (mail.state !== "held") throw conflict("This e-mail was already accepted or rejected.");
  return mail;
}

export async function sweep(): Promise<void> {
  await deleteFiles(await queries.deleteOldMails());
}
