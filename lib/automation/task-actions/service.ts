import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { CallOptions, Viewer } from "@/lib/api/actor";
import type { UploadedFile } from "@/lib/api/contract";
import type { Reference } from "@/lib/api/fields";
import * as assistants from "@/lib/chat/assistants/service";
import * as chats from "@/lib/chat/chats/service";
import { getOrCreatePurposeChat } from "@/lib/chat/chats/service";
import * as access from "@/lib/identity/access/service";
import { assertAudience, isWider, recordAudienceChange, toSeeker } from "@/lib/identity/audiences/service";
import * as audit from "@/lib/identity/audit/service";
import { authorizeCreation } from "@/lib/identity/groups/service";
import { assertBelowCap } from "@/lib/platform/count-limits/service";
import { AppError, conflict, getErrorCode, notFound } from "@/lib/platform/errors";
import type { Paginated } from "@/lib/platform/pagination";
import { sqlState } from "@/lib/platform/sql-state";
import * as sending from "@/lib/replies/sending/service";
import type { TaskActionCreate, TaskActionUpdate } from "./contract";
import { assertValues, expandAction, expandTemplate, requireInput } from "./expand";
import * as present from "./present";
import * as queries from "./queries";
import { listVariables, type VariableValues } from "./settings";

type PageQuery = { page: number; page_size: number };

const isCreator = ({ user }: Viewer, { createdBy }: Pick<queries.ShownAction, "createdBy">) =>
  createdBy === user.id;
const canChange = (viewer: Viewer, row: queries.ShownAction): boolean =>
  access.can(viewer, "task-action.change", { isAuthor: isCreator(viewer, row) });

/** Lists one prompt for each name, namely the one that is run by it. */
export async function listAvailable(viewer: Viewer, query = { include_variables: false }) {
  const rows = await queries.listAllActions({
    ...toSeeker(viewer),
    withPrompts: query.include_variables,
  });
  const byName = new Map(
    rows.toSorted(queries.comparePrecedence(viewer.user.id)).map((row) => [row.action_name, row]),
  );
  return rows
    .filter((row) => byName.get(row.action_name) === row)
    .map(({ id, name, description, action_name, prompt }) => ({
      ...{ id, name, description, action_name },
      ...(query.include_variables && { variables: listVariables(prompt) }),
    }));
}

export async function list(viewer: Viewer, { page, page_size: limit }: PageQuery) {
  const seeker = toSeeker(viewer);
  const [rows, total] = await Promise.all([
    queries.listActions({ ...seeker, limit, offset: (page - 1) * limit }),
    queries.countActions(seeker),
  ]);
  const items = rows.map((row) => present.toTaskAction(row, canChange(viewer, row)));
  return { items, total } satisfies Paginated<unknown>;
}

async function findVisible(viewer: Viewer, which: { id: number } | { actionName: string }) {
  const row = await queries.findAction({ ...toSeeker(viewer), ...which });
  if (!row) throw notFound("Action");
  return row;
}

async function getChangeable(viewer: Viewer, id: number): Promise<queries.ShownAction> {
  const row = await findVisible(viewer, { id });
  access.authorize(viewer, "task-action.change", { isAuthor: isCreator(viewer, row) });
  return row;
}

export async function get(viewer: Viewer, id: number) {
  const row = await findVisible(viewer, { id });
  return present.toTaskAction(row, canChange(viewer, row));
}

export async function create(viewer: Viewer, input: z.output<typeof TaskActionCreate>) {
  const isAdmin = access.can(viewer, "shared-things.manage");
  const usableBy = input.usable_by ?? (isAdmin ? "group" : "creator");
  await authorizeCreation(viewer, { isShared: usableBy !== "creator" });
  await assertAudience(viewer, input, { createdBy: viewer.user.id, usableBy, userIds: [] });
  const { name, action_name: actionName, prompt } = input;
  const values = { ...columns(input), name, actionName, prompt, usableBy };
  const [id] = await writeAction(viewer, input, async () => {
    await assertRoom(viewer, usableBy);
    return queries.insertActions([{ ...values, groupId: viewer.group.id, createdBy: viewer.user.id }]);
  });
  return get(viewer, id!);
}

export async function update(viewer: Viewer, id: number, given: z.output<typeof TaskActionUpdate>) {
  const row = await getChangeable(viewer, id);
  const audience = await assertAudience(viewer, given, row);
  if (isWider(audience, row)) await authorizeCreation(viewer, { isShared: true });
  const change = { groupId: viewer.group.id, id, values: columns(given) };
  const { virtual_assistant_id: assistantId } = given;
  const checked = {
    action_name: given.action_name ?? row.actionName,
    virtual_assistant_id: assistantId === row.virtualAssistantId ? null : assistantId,
  };
  await writeAction(viewer, checked, async () => {
    const isPrivate = audience.usableBy === "creator";
    if (isPrivate !== (row.usableBy === "creator")) await assertRoom(viewer, audience.usableBy);
    await queries.updateAction(change);
    await recordAudienceChange(viewer, row, given);
  });
  return get(viewer, id);
}

export async function remove(viewer: Viewer, id: number) {
  const { name, usableBy } = await getChangeable(viewer, id);
  await transaction(async () => {
    await queries.deleteAction({ groupId: viewer.group.id, id });
    // Admins read the audit log, and nobody but the creator knows of a private prompt.
    if (usableBy !== "creator") await audit.recordBy(viewer, "task_action_deleted", { name });
  });
  return { success: true as const, message: "The prompt was deleted. The chats it ran in are kept." };
}

/** Deletes a person's private prompts in all groups. */
export const removePrivate = (userId: number) => queries.deletePrivate({ userId });

export async function order(viewer: Viewer, ids: number[]) {
  access.authorize(viewer, "task-actions.order");
  await transaction(async () => {
    if ((await queries.orderActions({ ...toSeeker(viewer), ids })) < ids.length) throw notFound("Action");
  });
  return listAvailable(viewer);
}

const assertRoom = ({ user, group }: Viewer, usableBy: string) =>
  assertBelowCap(usableBy === "creator" ? "privatePrompts" : "prompts", {
    groupId: group.id,
    userId: user.id,
  });

async function writeAction<T>(
  viewer: Viewer,
  change: Pick<z.output<typeof TaskActionUpdate>, "action_name" | "virtual_assistant_id">,
  write: () => PromiseLike<T>,
): Promise<T> {
  try {
    return await transaction(async () => {
      if (change.virtual_assistant_id != null)
        await assistants.assertAssistant(viewer, change.virtual_assistant_id);
      return await write();
    });
  } catch (error) {
    if (getErrorCode(error) === sqlState.uniqueViolation)
      throw conflict(`There is already a prompt named “${change.action_name}”.`);
    throw error;
  }
}

const columns = (change: z.output<typeof TaskActionUpdate>) => ({
  name: change.name,
  description: change.description,
  actionName: change.action_name,
  prompt: change.prompt,
  virtualAssistantId: change.virtual_assistant_id,
  acceptedTypes: change.accepted_types,
  usableBy: change.usable_by,
  userIds: change.user_ids,
});

type Execution = {
  task_action_name: string;
  task_action_id?: number;
  message_input?: string;
  variables?: VariableValues;
  return_original_message: boolean;
  is_sync: boolean;
  chat_id?: Reference;
  files: UploadedFile[];
};

/**
 * Sends an action's expanded prompt to its assistant, or else to the group's default, in the named chat or the
 * viewer's own chat for the action.
 * @throws AppError not_found for the action or the chat; unsupported_type for a file that the action does not accept;
 * InvalidInput for the values of variables
 */
export async function execute(viewer: Viewer, input: Execution, options: CallOptions) {
  const { task_action_id: id, task_action_name: actionName } = input;
  requireInput(input);
  const action = await findVisible(viewer, id === undefined ? { actionName } : { id });
  for (const { fileName } of input.files) requireAccepted(action, fileName);
  const fileNames = input.files.map(({ fileName }) => fileName);
  const { text, prompt } = expandAction(action.prompt, input, fileNames);
  const assistantId = await getReplierId(viewer, action);
  const chat = input.chat_id ?? (await ownChat(viewer, action, assistantId));
  const message = input.return_original_message
    ? { message_input: text, extra: { prompt } }
    : { message_input: prompt };
  return sending.send(
    viewer,
    chat,
    {
      ...message,
      files: input.files,
      is_sync: input.is_sync,
      task_id: action.actionName,
      assistant_ids: assistantId === null ? [] : [assistantId],
    },
    options,
  );
}

/**
 * Fills a prompt for a program. Without values, placeholders of variables are left as they are.
 * @param values of the variables; those of files are names
 * @throws AppError not_found; InvalidInput
 */
export async function buildActionText(viewer: Viewer, actionName: string, given: VariableValues) {
  const { description, prompt } = await findVisible(viewer, { actionName });
  const has = (name: string) => Object.hasOwn(given, name) && given[name]!.trim() !== "";
  const input = has("input") ? given.input! : "";
  const asked = listVariables(prompt);
  if (!asked.some(({ name }) => has(name))) return { description, text: expandTemplate(prompt, input, []) };
  const values = Object.fromEntries(
    asked
      .filter(({ name, kind }) => has(name) || kind === "long_text")
      .map(({ name }) => [name, has(name) ? given[name]! : ""]),
  );
  const files = asked.flatMap(({ name, kind }) => (kind === "file" && has(name) ? [given[name]!] : []));
  assertValues(asked, values, files);
  return { description, text: expandTemplate(prompt, input, [], values) };
}

type Trial = Pick<Execution, "message_input" | "variables" | "files"> & {
  prompt: string;
  virtual_assistant_id?: number;
};

export async function tryOut(viewer: Viewer, trial: Trial, options: CallOptions) {
  const groupId = viewer.group.id;
  const { files, virtual_assistant_id: wanted } = trial;
  requireInput(trial);
  const fileNames = files.map(({ fileName }) => fileName);
  const { prompt } = expandAction(trial.prompt, trial, fileNames);
  if (wanted !== undefined) await assistants.assertAssistant(viewer, wanted);
  const assistantId = wanted ?? (await assistants.findDefaultAssistant(groupId))?.id ?? null;
  const chat = await chats.create(viewer, {
    name: "Trial of an action",
    virtual_assistant_id: assistantId,
    chat_type: "private",
    temp: true,
    is_public: false,
  });
  const message = { message_input: prompt, files, is_sync: false };
  const assistant_ids = assistantId === null ? [] : [assistantId];
  return sending.send(viewer, chat.id, { ...message, assistant_ids }, options);
}

export async function openChat(viewer: Viewer, id: number) {
  const action = await findVisible(viewer, { id });
  return chats.getListItem(viewer, await ownChat(viewer, action, await getReplierId(viewer, action)));
}

// A shared prompt may have an assistant that the viewer may not use; the group's default replaces it.
async function getReplierId(viewer: Viewer, { assistant }: queries.ShownAction): Promise<number | null> {
  const [own] = assistant ? await assistants.listUsableByIds(viewer, [assistant.id]) : [];
  return own?.id ?? (await assistants.findDefaultAssistant(viewer.group.id))?.id ?? null;
}

const ownChat = (viewer: Viewer, { id, name }: queries.ShownAction, assistantId: number | null) =>
  getOrCreatePurposeChat(viewer, `action:${id}`, { name, virtual_assistant_id: assistantId });

function requireAccepted({ name, acceptedTypes }: queries.ShownAction, fileName: string): void {
  if (acceptedTypes.length === 0) return;
  const ending = /\.([^.]*)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  if (!acceptedTypes.includes(ending))
    throw new AppError(
      "unsupported_type",
      `“${name}” doesn't accept the file ${fileName}. Accepted: ${acceptedTypes.join(", ")}.`,
    );
}
