import type { Viewer } from "@/lib/api/actor";
import * as assistants from "@/lib/chat/assistants/service";
import { assertUsable, listModels as listChoices } from "@/lib/llm/group-models/service";
import { isConnected, parseId } from "@/lib/llm/models/service";
import { listGroupConnections } from "@/lib/llm/providers/service";
import { AppError } from "@/lib/platform/errors";

type UsableAssistant = Awaited<ReturnType<typeof assistants.listUsable>>[number];

export type NamedModel = {
  name: string;
  by: { assistantId: number } | { model: string };
  created: number;
  ownedBy: string;
};

export const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

const assistantNamed = (row: UsableAssistant): NamedModel => ({
  name: row.mentionName ?? `assistant-${row.id}`,
  by: { assistantId: row.id },
  created: toSeconds(row.createdAt),
  ownedBy: "parley",
});

// `created` is 0, because the creation dates of providers' models are unknown.
const modelNamed = (id: string): NamedModel => ({
  name: id,
  by: { model: id },
  created: 0,
  ownedBy: parseId(id)!.connection,
});

export async function listNames(viewer: Viewer): Promise<NamedModel[]> {
  const [rows, { models }] = await Promise.all([assistants.listUsable(viewer), listChoices(viewer)]);
  return [
    ...rows.map(assistantNamed),
    ...models.filter(({ builtin }) => !builtin).map(({ id }) => modelNamed(id)),
  ];
}

/**
 * Resolves a model name. An assistant takes precedence over a model of the same name.
 * @throws AppError not_found
 */
export async function resolveModelName(viewer: Viewer, name: string): Promise<NamedModel> {
  const [, id] = /^assistant-(\d{1,9})$/.exec(name) ?? [];
  const [byName] = await assistants.listByMentions(viewer, [name]);
  const [row] = byName || !id ? [byName] : await assistants.listUsableByIds(viewer, [Number(id)]);
  if (row) return assistantNamed(row);
  const connection = parseId(name)?.connection;
  if (connection && isConnected(connection, await listGroupConnections(viewer.group.id))) {
    await assertUsable(viewer, [name]);
    return modelNamed(name);
  }
  throw createNoSuchModelError(name);
}

export const createNoSuchModelError = (name: string) =>
  new AppError("not_found", `The model ${JSON.stringify(name.slice(0, 100))} does not exist.`, {
    code: "model_not_found",
  });
