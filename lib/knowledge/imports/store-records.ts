import type { Viewer } from "@/lib/api/actor";
import * as assistants from "@/lib/chat/assistants/service";
import { createDocuments } from "@/lib/knowledge/documents/service";
import * as groupModels from "@/lib/llm/group-models/service";
import { parseId } from "@/lib/llm/models/service";
import { AppError } from "@/lib/platform/errors";
import { isQuotaError } from "@/lib/platform/quota/service";
import type { ImportedChat } from "./imported-chat";
import type { ImportedFile } from "./imported-file";
import type { ImportedRecord } from "./imported-record";
import type { NewItem } from "./queries/items";
import type { StoredChats } from "./store-chats";
import { storeProject } from "./store-projects";

type StoredRecord = Omit<StoredChats, "chatIds">;

/** Stores a project or an assistant as the viewer's private one, unless it was imported before, inside a transaction. */
export const storeRecord = (viewer: Viewer, record: ImportedRecord): Promise<StoredRecord> =>
  record.kind === "project" ? storeProjectWithFiles(viewer, record) : storeAssistant(viewer, record);

async function storeProjectWithFiles(
  viewer: Viewer,
  { key, name, description, instructions, files }: ImportedRecord,
): Promise<StoredRecord> {
  const { id, item } = await storeProject(viewer, { key, name, description, instructions });
  // A project that was imported before may be shared by now.
  if (id === undefined || item.outcome === "skipped") return { items: [item], files: 0 };
  const stored = await storeProjectFiles(viewer, id, files);
  return { items: [item, ...stored.items], files: stored.files };
}

async function storeProjectFiles(
  viewer: Viewer,
  chatWorkspaceId: number,
  files: ImportedFile[],
): Promise<StoredRecord> {
  const items: NewItem[] = [];
  const known = new Set<string>();
  for (const { name, checked, problem } of files) {
    const leaveOut = (reason: string) =>
      void items.push({ kind: "file", outcome: "left_out", title: name, reason, chatWorkspaceId });
    if (problem) leaveOut(problem);
    if (!checked || known.has(checked.sha256)) continue;
    try {
      await createDocuments(viewer, { chatWorkspaceId }, [checked]);
      known.add(checked.sha256);
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      leaveOut((error as Error).message);
    }
  }
  return { items, files: known.size };
}

async function storeAssistant(
  viewer: Viewer,
  { key, name, description, instructions, questions, modelId }: ImportedRecord,
): Promise<StoredRecord> {
  const item = { kind: "assistant" as const, title: name };
  const earlier = (await assistants.listImported(viewer, [key])).get(key);
  if (earlier !== undefined)
    return { items: [{ ...item, outcome: "skipped", virtualAssistantId: earlier }], files: 0 };
  const input = { name, description, instructions, suggested_questions: questions, model: modelId };
  try {
    const { id } = await assistants.create(viewer, { ...input, usable_by: "creator" }, { importKey: key });
    return { items: [{ ...item, outcome: "imported", virtualAssistantId: id }], files: 0 };
  } catch (error) {
    if (!(error instanceof AppError) || !["forbidden", "conflict"].includes(error.kind)) throw error;
    return { items: [{ ...item, outcome: "left_out", reason: error.message }], files: 0 };
  }
}

export async function findModelId(viewer: Viewer, name: string): Promise<string | undefined> {
  const { models } = await groupModels.listModels(viewer);
  return models.find(({ id }) => parseId(id)?.model === name)?.id;
}

// Ids of GPTs and agents. Other products name a model here.
const ASSISTANT_KEY = /^(?:chatgpt:g-|librechat:agent_)/;
const NO_NAME = "The export doesn't contain this assistant. Its chats have the default assistant.";

/** Reports the assistants that chats had and the export doesn't contain. */
export async function findMissingAssistants(viewer: Viewer, given: ImportedChat[]): Promise<NewItem[]> {
  const keys = new Set(given.flatMap(({ assistantKey }) => assistantKey ?? []));
  const named = [...keys].filter((key) => ASSISTANT_KEY.test(key));
  const imported = await assistants.listImported(viewer, named);
  return named
    .filter((key) => !imported.has(key))
    .map((key) => ({
      ...{ kind: "assistant", outcome: "left_out", reason: NO_NAME },
      title: key.slice(key.indexOf(":") + 1),
    }));
}
