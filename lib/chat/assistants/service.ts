import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { ModelChoice, Sampling } from "@/lib/ai/models/service";
import { chooseModel } from "@/lib/ai/models/service";
import { connectionsOf } from "@/lib/ai/providers/service";
import type { Viewer } from "@/lib/api/actor";
import { wantedModel } from "@/lib/chat/model-choice/contract";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import { isMentionTaken } from "@/lib/identity/mention-names/service";
import { config } from "@/lib/platform/config";
import { conflict, notFound } from "@/lib/platform/errors";
import type { Page } from "@/lib/platform/page";
import { recent } from "@/lib/platform/recent/service";
import type { VirtualAssistantCreate, VirtualAssistantUpdate } from "./contract";
import * as present from "./present";
import * as queries from "./queries";

export { mini } from "./present";

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
  access.authorize(viewer, "assistants.change");
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
  access.authorize(viewer, "assistants.change");
  return transaction(async () => {
    if (given.mention_name !== before.mention_name) await freeMention(viewer, given.mention_name);
    if (given.is_default) await queries.clearDefault({ groupId, exceptId: id });
    const row = await queries.updateAssistant({ groupId, id, values: columns(given) });
    if (!row) throw notFound("Assistant");
    known.forget(groupId, id);
    return present.assistant(row);
  });
}

/** @throws AppError not_found, forbidden */
export async function remove(viewer: Viewer, id: number) {
  const { name } = await get(viewer, id);
  access.authorize(viewer, "assistants.change");
  await transaction(async () => {
    if (await queries.removeAssistant({ groupId: viewer.group.id, id }))
      await audit.noteBy(viewer, "assistant_deleted", { name });
    known.forget(viewer.group.id, id);
  });
  return { success: true as const, message: "The assistant was deleted. Its messages are kept." };
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
  modelIsFixed: given.model_is_fixed,
  temperature: given.temperature,
  reasoningEffort: given.reasoning_effort,
  maxOutputTokens: given.max_output_tokens,
  avatar: given.avatar,
  isDefault: given.is_default,
  greeting: given.greeting === undefined ? undefined : given.greeting || null,
  suggestedQuestions: given.suggested_questions,
  tools: given.tools,
});

/** Each assistant as it replies: what it is called, told and may do. */
const known = recent("assistant", (groupId: string, id: number) => queries.findAssistant({ groupId, id }));

/** For services that reply: the group's assistants with these ids, in this order. */
export async function byIds(groupId: string, ids: number[]) {
  const rows = await Promise.all(ids.map((id) => known.get(groupId, id)));
  return rows.filter((row) => row !== undefined);
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
export async function assertAssistant(groupId: string, id: number): Promise<void> {
  if (!(await queries.findAssistant({ groupId, id }))) throw notFound("Assistant");
}

type ChoosingChat = { groupId: string; model: string | null };
type Telling = Pick<queries.AssistantRow, "temperature" | "reasoningEffort" | "maxOutputTokens">;

/** How the model of an assistant is to reply: as the chat says, else as the assistant does, else as the model would. */
export const samplingOf = (assistant: Telling, chat?: Telling): Sampling => ({
  temperature: chat?.temperature ?? assistant.temperature ?? undefined,
  reasoningEffort: chat?.reasoningEffort ?? assistant.reasoningEffort ?? undefined,
  maxOutputTokens: chat?.maxOutputTokens ?? assistant.maxOutputTokens ?? undefined,
});

/** The model that an assistant has in a chat, or what stands in for an assistant that is gone or a model that none names. */
export async function modelFor(chat: ChoosingChat, assistantId: number | null): Promise<ModelChoice> {
  const connections = await connectionsOf(chat.groupId);
  const [assistant] = assistantId === null ? [] : await byIds(chat.groupId, [assistantId]);
  return chooseModel(wantedModel(chat, assistant), connections, config());
}
