import type { Audience } from "@/db/chat-readers";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as assistants from "@/lib/chat/assistants/service";
import { toSeeker } from "@/lib/identity/audiences/service";
import { conflict, invalid, notFound } from "@/lib/platform/errors";
import type { Paginated } from "@/lib/platform/pagination";
import { MAX_MEMORIES, MAX_PROPOSALS, RESTORE_MINUTES } from "./contract";
import { MAX_MEMORY_LENGTH } from "./operations";
import { parseFacts } from "./parse-facts";
import * as present from "./present";
import * as queries from "./queries";

type MemoryItem = ReturnType<typeof present.toMemory>;
const caller = ({ user, group }: Viewer): queries.MemoryOwner => ({ userId: user.id, groupId: group.id });

export async function list(
  viewer: Viewer,
  {
    page,
    page_size: limit,
    is_proposed: isProposed,
    chat_workspace_id: workspaceId,
  }: { page: number; page_size: number; is_proposed?: boolean; chat_workspace_id?: number },
): Promise<Paginated<MemoryItem>> {
  const which = { ...caller(viewer), isProposed, workspaceId };
  const [rows, total] = await Promise.all([
    queries.listMemories({ ...which, isAdmin: toSeeker(viewer).isAdmin, limit, offset: (page - 1) * limit }),
    queries.countMemories(which),
  ]);
  return { items: rows.map(present.toMemory), total };
}

async function get(viewer: Viewer, id: number): Promise<MemoryItem> {
  const row = await queries.findMemory({ ...toSeeker(viewer), id });
  if (!row) throw notFound("Memory");
  return present.toMemory(row);
}

type MemoryScope = { virtual_assistant_id?: number | null; chat_workspace_id?: number | null };

/**
 * Stores a memory, or accepts a proposal with the same text. Returns the existing one when it is already known.
 * @throws AppError conflict when there are too many; not_found
 */
export async function create(
  viewer: Viewer,
  { text, ...scope }: { text: string } & MemoryScope,
): Promise<MemoryItem> {
  await assertScope(viewer, scope);
  const id = await transaction(async () => {
    await lock(viewer);
    const known = await queries.findSame({ ...caller(viewer), text });
    if (known) {
      if (known.isProposed)
        await queries.updateMemory({ ...caller(viewer), id: known.id, values: { isProposed: false } });
      return known.id;
    }
    await assertRoom(viewer);
    const where = {
      virtualAssistantId: scope.virtual_assistant_id,
      chatWorkspaceId: scope.chat_workspace_id,
    };
    return (await queries.insertMemory({ ...caller(viewer), text, ...where })).id;
  });
  return get(viewer, id);
}

/**
 * Stores the facts of a text.
 * @throws InvalidInput for a line that is too long or a text without facts; AppError conflict when there are too many
 */
export async function importText(viewer: Viewer, text: string): Promise<{ created: number; known: number }> {
  const facts = parseFacts(text);
  const tooLong = facts.find((fact) => fact.text.length > MAX_MEMORY_LENGTH);
  if (tooLong)
    throw invalid(["body", "text"], `Line ${tooLong.line} has more than ${MAX_MEMORY_LENGTH} characters.`);
  if (facts.length === 0) throw invalid(["body", "text"], "Must contain at least one fact.");
  const texts = facts.map((fact) => fact.text);
  return transaction(async () => {
    await lock(viewer);
    const kept = await queries.keepProposals({ ...caller(viewer), texts });
    const created = kept + (await queries.insertFacts({ ...caller(viewer), texts }));
    if (created > 0 && (await queries.countMemories({ ...caller(viewer), isProposed: false })) > MAX_MEMORIES)
      throw conflict(`There can be ${MAX_MEMORIES} memories at most. Import fewer, or delete some first.`);
    return { created, known: texts.length - created };
  });
}

/**
 * Proposes a memory that an assistant has learned; it is not used until the viewer accepts it. Returns the existing one
 * when it is already known.
 * @param learnt the chat and message of origin
 * @returns its id, and whether it awaits the viewer's decision
 */
export function propose(
  viewer: Viewer,
  text: string,
  learnt: { chatId: number; messageId: number | null },
): Promise<{ id: number; isProposed: boolean }> {
  return transaction(async () => {
    await lock(viewer);
    const known = await queries.findSame({ ...caller(viewer), text });
    if (known) return known;
    const values = { text, source: "learned" as const, isProposed: true, ...learnt };
    const row = await queries.insertMemory({ ...caller(viewer), ...values });
    await queries.deleteOldProposals({ ...caller(viewer), most: MAX_PROPOSALS });
    return row;
  });
}

/**
 * Changes a memory, or accepts a proposed one.
 * @throws AppError not_found; conflict when another memory has the same text, or there are too many
 */
export async function change(
  viewer: Viewer,
  id: number,
  { text, is_proposed: isProposed, ...scope }: { text?: string; is_proposed?: false } & MemoryScope,
): Promise<MemoryItem> {
  await transaction(async () => {
    await lock(viewer);
    const before = await queries.findScope({ ...caller(viewer), id });
    if (!before) throw notFound("Memory");
    await assertScope(viewer, scope, before);
    if (text !== undefined && (await queries.findSame({ ...caller(viewer), text, exceptId: id })))
      throw conflict("Another memory already says this.");
    if (before.isProposed && isProposed === false) await assertRoom(viewer);
    const where = {
      virtualAssistantId: scope.virtual_assistant_id,
      chatWorkspaceId: scope.chat_workspace_id,
    };
    await queries.updateMemory({ ...caller(viewer), id, values: { text, isProposed, ...where } });
  });
  return get(viewer, id);
}

async function assertRoom(viewer: Viewer): Promise<void> {
  if ((await queries.countMemories({ ...caller(viewer), isProposed: false })) >= MAX_MEMORIES)
    throw conflict(`There are ${MAX_MEMORIES} memories already. Delete some first.`);
}

async function assertScope(
  viewer: Viewer,
  { virtual_assistant_id, chat_workspace_id }: MemoryScope,
  before?: { virtualAssistantId: number | null; chatWorkspaceId: number | null },
): Promise<void> {
  if (virtual_assistant_id != null && virtual_assistant_id !== before?.virtualAssistantId)
    await assistants.assertAssistant(viewer, virtual_assistant_id);
  if (
    chat_workspace_id != null &&
    chat_workspace_id !== before?.chatWorkspaceId &&
    !(await queries.hasWorkspace({ ...toSeeker(viewer), id: chat_workspace_id }))
  )
    throw notFound("Workspace");
}

export async function remove(viewer: Viewer, id: number) {
  if (!(await queries.deleteMemory({ ...caller(viewer), id }))) throw notFound("Memory");
  return { success: true as const, message: "The memory was deleted." };
}

/** Deletes all memories. `restoreAll` undoes it for `RESTORE_MINUTES`, and then `sweep` deletes them for good. */
export const removeAll = (viewer: Viewer) =>
  transaction(async () => {
    await lock(viewer);
    const hasMemories = (await queries.countMemories(caller(viewer))) > 0;
    // Only the last deletion can be undone.
    if (hasMemories) await queries.purgeDeleted(caller(viewer));
    return { success: true as const, deleted: await queries.markDeleted(caller(viewer)) };
  });

/** @throws AppError conflict when there would be too many */
export const restoreAll = (viewer: Viewer): Promise<{ restored: number }> =>
  transaction(async () => {
    await lock(viewer);
    const restored = await queries.restoreMemories({ ...caller(viewer), since: getRestorableSince() });
    if (
      restored > 0 &&
      (await queries.countMemories({ ...caller(viewer), isProposed: false })) > MAX_MEMORIES
    )
      throw conflict(`There can be ${MAX_MEMORIES} memories at most. Delete some first.`);
    await queries.deleteOldProposals({ ...caller(viewer), most: MAX_PROPOSALS });
    return { restored };
  });

const getRestorableSince = () => new Date(Date.now() - RESTORE_MINUTES * 60_000);

export const sweep = () => queries.purgeDeletedBefore({ before: getRestorableSince() });

async function lock(viewer: Viewer): Promise<void> {
  if (!(await queries.lockMemories(caller(viewer)))) throw notFound("Group");
}

/**
 * Returns the memories to put into the context of a reply, oldest first; undefined when others read the reply, so
 * that nothing private leaks.
 * @param where limits the scope; absent: any
 */
export async function listForReply(
  audience: Audience,
  where?: queries.Where,
): Promise<{ id: number; text: string }[] | undefined> {
  return (await queries.listMemoriesFor(audience, MAX_MEMORIES, where))?.reverse();
}
