import type { z } from "zod";
import { transaction } from "@/db/transaction";
import * as access from "@/lib/access/rules";
import type { Page } from "@/lib/api/routes";
import * as audit from "@/lib/audit/service";
import type { Viewer } from "@/lib/auth/viewer";
import { conflict, notFound } from "@/lib/errors";
import { isMentionTaken } from "@/lib/mentions/service";
import type { VirtualAssistantCreate, VirtualAssistantUpdate } from "./contract";
import * as present from "./present";
import * as queries from "./queries";

type Paging = { page: number; page_size: number };
const window = ({ page, page_size }: Paging) => ({ limit: page_size, offset: (page - 1) * page_size });

async function pageOf<T>(
  { group }: Viewer,
  paging: Paging,
  show: (row: queries.AssistantRow) => T,
): Promise<Page<T>> {
  const [rows, total] = await Promise.all([
    queries.listAssistants({ groupId: group.id, ...window(paging) }),
    queries.countAssistants({ groupId: group.id }),
  ]);
  return { items: rows.map(show), total };
}

export const listMini = (viewer: Viewer, paging: Paging) => pageOf(viewer, paging, present.miniListItem);
export const list = (viewer: Viewer, paging: Paging) => pageOf(viewer, paging, present.assistant);

/** @throws AppError not_found */
export async function get({ group }: Viewer, id: number) {
  const row = await queries.findAssistant({ groupId: group.id, id });
  if (!row) throw notFound("Assistant");
  return present.assistant(row);
}

/** @throws AppError forbidden, conflict when the mention name is taken */
export async function create(viewer: Viewer, given: z.output<typeof VirtualAssistantCreate>) {
  access.require(viewer, "assistants.change");
  const groupId = viewer.group.id;
  return transaction(async () => {
    await freeMention(viewer, given.mention_name);
    if (given.is_default) await queries.clearDefault({ groupId });
    const row = await queries.insertAssistant({
      ...columns(given),
      name: given.name,
      groupId,
      createdBy: viewer.user.id,
    });
    return present.assistant(row);
  });
}

/** @throws AppError not_found, forbidden, conflict when the mention name is taken */
export async function update(viewer: Viewer, id: number, given: z.output<typeof VirtualAssistantUpdate>) {
  const groupId = viewer.group.id;
  const before = await get(viewer, id);
  access.require(viewer, "assistants.change");
  return transaction(async () => {
    if (given.mention_name !== before.mention_name) await freeMention(viewer, given.mention_name);
    if (given.is_default) await queries.clearDefault({ groupId, exceptId: id });
    const row = await queries.updateAssistant({ groupId, id, values: columns(given) });
    if (!row) throw notFound("Assistant");
    return present.assistant(row);
  });
}

/** @throws AppError not_found, forbidden */
export async function remove(viewer: Viewer, id: number) {
  const { name } = await get(viewer, id);
  access.require(viewer, "assistants.change");
  await transaction(async () => {
    if (await queries.removeAssistant({ groupId: viewer.group.id, id }))
      await audit.noteBy(viewer, "assistant_deleted", { name });
  });
  return { success: true as const, message: "The assistant was removed. Its messages stay." };
}

async function freeMention(viewer: Viewer, mention: string | null | undefined): Promise<void> {
  if (mention && (await isMentionTaken(viewer.group.id, mention))) {
    throw conflict(`The name @${mention} is taken in this group.`);
  }
}

const columns = (given: z.output<typeof VirtualAssistantUpdate>) => ({
  name: given.name,
  mentionName: given.mention_name,
  description: given.description,
  instructions: given.instructions,
  model: given.model,
  avatar: given.avatar,
  isDefault: given.is_default,
  greeting: given.greeting === undefined ? undefined : given.greeting || null,
  suggestedQuestions: given.suggested_questions,
  tools: given.tools,
});

/** The assistant that every new group has. */
export const createFirstAssistant = (groupId: string, createdBy: number) =>
  queries.insertAssistant({
    groupId,
    createdBy,
    name: "Parley",
    mentionName: "parley",
    description: "Helps with questions, drafts and summaries.",
    instructions: `You are Parley, an assistant that a team shares.

- Answer in the language of the question, and say the most important thing first.
- Be brief: a few sentences for a question, more only for a draft or an explanation that needs it.
- Use Markdown where it helps: lists for steps, tables to compare, code blocks for code.
- Rely on the messages and files of the chat. When you use a file, name it; when something is not in it, say so.
- When you do not know or are not sure, say so instead of guessing. Ask one short question back when the task can be understood in different ways.
- Write drafts so that they can be sent as they are, with placeholders in square brackets for facts that you were not given.`,
    avatar: "🪶",
    isDefault: true,
  });

/** For services that reply: the group's assistants with these ids, in this order. */
export async function byIds(groupId: string, ids: number[]) {
  if (ids.length === 0) return [];
  const rows = await queries.assistantsByIds({ groupId, ids });
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** The group's assistants that these names mention, in the order of the names. */
export async function byMentions(groupId: string, names: string[]) {
  if (names.length === 0) return [];
  const rows = await queries.assistantsByMentions({ groupId, names });
  return names.flatMap((name) => rows.find((row) => row.mentionName === name) ?? []);
}

/** All assistants of a group, the default one first. */
export const all = (groupId: string) => queries.listAssistants({ groupId, limit: 1000, offset: 0 });

export const defaultOf = (groupId: string) => queries.defaultAssistant({ groupId });

/** @throws AppError not_found unless the group has this assistant */
export async function require(groupId: string, id: number): Promise<void> {
  if (!(await queries.findAssistant({ groupId, id }))) throw notFound("Assistant");
}
