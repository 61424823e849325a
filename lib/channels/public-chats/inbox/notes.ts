import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { authorize } from "@/lib/identity/access/service";
import { toUserMini } from "@/lib/identity/people/service";
import { notFound } from "@/lib/platform/errors";
import { getVisitorOfConversation, toStaffCaller } from "../staff/service";
import * as queries from "./queries/texts";

// Internal notes of the team about a conversation. They aren't messages, so neither visitors nor models can read
// them.
type NoteRow = NonNullable<Awaited<ReturnType<typeof queries.findNote>>>;

const toNote = ({ note, author }: NoteRow) => ({
  id: note.id,
  text: note.text,
  author: author && toUserMini(author),
  created_at: note.createdAt.toISOString(),
});

/** @throws AppError not_found */
export async function list(viewer: Viewer, reference: Reference) {
  const { chat } = await getVisitorOfConversation(viewer, reference);
  return (await queries.listNotes({ conversationId: chat.id }, toStaffCaller(viewer))).map(toNote);
}

/** @throws AppError not_found */
export async function add(viewer: Viewer, reference: Reference, text: string) {
  const { chat } = await getVisitorOfConversation(viewer, reference);
  const id = await transaction(async () => {
    await chats.lock(chat.id);
    await chats.publishUpdated([chat.id], "notes");
    return queries.insertNote({ conversationId: chat.id, authorId: viewer.user.id, text });
  });
  return toNote(await noteIn(viewer, chat.id, id));
}

/** @throws AppError not_found, forbidden */
export async function remove(viewer: Viewer, reference: Reference, id: number) {
  const { chat } = await getVisitorOfConversation(viewer, reference);
  const { note } = await noteIn(viewer, chat.id, id);
  authorize(viewer, "note.delete", { isAuthor: note.authorId === viewer.user.id });
  await transaction(async () => {
    await chats.lock(chat.id);
    await queries.deleteNote({ id });
    await chats.publishUpdated([chat.id], "notes");
  });
  return { success: true as const, message: "The note was deleted." };
}

async function noteIn(viewer: Viewer, conversationId: number, id: number): Promise<NoteRow> {
  const row = await queries.findNote({ conversationId, id }, toStaffCaller(viewer));
  if (!row) throw notFound("Note");
  return row;
}
